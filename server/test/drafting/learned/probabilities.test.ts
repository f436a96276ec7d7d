import { expect, test } from 'vitest';
import { exp, sigmoid, softmax } from '../../../src/drafting/learned/probabilities.ts';
import { calibrationError, fitLogistic, fitSteps, fitTemperature, fitWeights } from '../../../training/calibrate.ts';

test('the exponential that is the same on every machine is as accurate as the built-in one', () => {
  for (let x = -40; x <= 40; x += 0.37) expect(exp(x) / Math.exp(x)).toBeCloseTo(1, 11);
  expect([exp(-2_000), exp(0)]).toEqual([0, 1]);
  expect(Number.isFinite(exp(2_000))).toBe(true);
});

test('probabilities add up to one, and a higher temperature makes them more equal', () => {
  const margins = Float64Array.of(9, 1, -0.5, 0.2, 9);
  const cold = softmax(margins, 0.2, 1, 4);
  const warm = softmax(margins, 2, 1, 4);
  expect(cold).toHaveLength(3);
  expect(cold.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
  expect(Math.max(...cold)).toBeGreaterThan(Math.max(...warm));
});

test('the logistic curve that generated the data is found again', () => {
  const margins = Array.from({ length: 2_000 }, (_, at) => at / 500 - 2);
  const truths = margins.map((margin, at) => sigmoid(3 * margin - 1) > ((at * 617) % 2_000) / 2_000);
  const { slope, offset } = fitLogistic(margins, truths);
  expect(slope).toBeCloseTo(3, 0);
  expect(offset).toBeCloseTo(-1, 0);
  const [constant = 0, weight = 0] = fitWeights(
    margins.map((margin) => [1, margin]),
    truths,
  );
  expect(constant).toBeCloseTo(-1, 0);
  expect(weight).toBeGreaterThan(2);
});

test('the temperature makes stated probabilities match the observed frequencies', () => {
  // One of two classes, right three times in four, always with the same margins: the right probability is 0.75.
  const margins = Array.from({ length: 400 }, () => Float64Array.of(1, 0));
  const labels = margins.map((_, at) => (at % 4 === 0 ? 1 : 0));
  const said = softmax(Float64Array.of(1, 0), fitTemperature(margins, labels))[0] ?? 0;
  expect(said).toBeCloseTo(0.75, 1);
});

test('steps rise, and the calibration error is zero for honest probabilities', () => {
  const steps = fitSteps([0.1, 0.2, 0.3, 0.4, 0.5, 0.6], [false, true, false, false, true, true]);
  expect(steps.map(({ value }) => value)).toEqual(steps.map(({ value }) => value).sort((a, b) => a - b));
  expect(steps.at(-1)?.value).toBe(1);
  expect(calibrationError([0.5, 0.5], [true, false])).toBe(0);
  expect(calibrationError([0.9, 0.9], [false, false])).toBeCloseTo(0.9);
});
