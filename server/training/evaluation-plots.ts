import type { Evaluation } from '../src/admin/evaluate/evaluation.ts';
import { type LevelRun, levelName } from './evaluation-levels.ts';
import { type ChartLine, lineChart } from './line-chart.ts';

const percents = (parts: readonly number[], most: number) =>
  parts.map((part) => ({ at: part / most, text: `${Math.round(100 * part)} %` }));

/** With fewer answers than this, the share of wrong answers says nothing. */
export const fewest = 20;
/** The share of wrong answers at which the plot ends. */
export const mostWrong = 0.2;

/** Plots how much could be answered at each share of wrong answers, for some levels; the dot marks the gate. */
export function gatePlot(runs: readonly LevelRun[]): string {
  const lines = runs.map(({ level, evaluation }, at): ChartLine => {
    const points = evaluation.gate
      .filter(({ count }) => count >= fewest)
      .map(({ automation, wrong }) => ({ x: automation, y: wrong / mostWrong }));
    const [automation, wrong] = [figureOf(evaluation, 'automation'), figureOf(evaluation, 'wrong-answer')];
    const marked = automation === null || wrong === null ? {} : { marked: { x: automation, y: wrong / mostWrong } };
    return {
      name: levelName(level).replace(' phrases and', ' +'),
      colour: at % 4,
      points: untilCut(points),
      ...marked,
    };
  });
  return thresholdPlot({
    title: 'Effect of other thresholds',
    forEach: 'level of teaching',
    lines,
    goal: 0.03,
  });
}

/**
 * Plots wrong answers by automation, with each curve over all possible thresholds; `goal` is a share of wrong answers.
 */
export function thresholdPlot(plot: {
  readonly title: string;
  /** What each curve represents, such as `scripted reader`. */
  readonly forEach: string;
  readonly lines: readonly ChartLine[];
  readonly goal: number;
}): string {
  return lineChart({
    title: plot.title,
    description: `Wrong answers among those sent, by the share of answerable messages answered, for each ${plot.forEach}.`,
    xLabel: 'automation: answerable messages answered without the creator',
    yLabel: 'wrong among the answers',
    xTicks: percents([0, 0.2, 0.4, 0.6, 0.8, 1], 1),
    yTicks: percents([0, 0.05, 0.1, 0.15, 0.2], mostWrong),
    lines: plot.lines,
    hasLegend: true,
    limit: { y: plot.goal / mostWrong, text: `goal: ${Math.round(100 * plot.goal)} %` },
  });
}

const curves = [
  ['automation', 'automation', 0],
  ['suggested', 'among three suggestions', 2],
  ['right-reply', 'right in the reply', 1],
  ['wrong-answer', 'wrong among the answers', 3],
] as const;

/** Plots the effect of teaching: automation, wrong answers and right replies by the number of training phrases per item, with 95 % intervals. */
export function phrasesPlot(runs: readonly LevelRun[]): string {
  const place = (at: number): number => (at + 0.5) / Math.max(1, runs.length);
  const lines = curves.map(([id, name, colour]): ChartLine => {
    const points = runs.flatMap(({ evaluation }, at) => {
      const measure = evaluation.measures.find((one) => one.id === id);
      if (measure === undefined || measure.value === null) return [];
      const { value, low, high } = measure;
      return [{ x: place(at), y: value, ...(low === null || high === null ? {} : { low, high }) }];
    });
    return { name, colour, points, hasDots: true };
  });
  return lineChart({
    title: 'Effect of training phrases',
    description:
      'Automation, right replies, right suggestions and wrong answers, by the number of training phrases per item.',
    xLabel: 'training phrases per item, and near misses',
    yLabel: 'of the messages that approved items answer (wrong: of the answers)',
    xTicks: runs.map(({ level: { phrases, nearMisses } }, at) => ({
      at: place(at),
      text: nearMisses === 0 ? String(phrases) : `${phrases} + ${nearMisses}`,
    })),
    yTicks: percents([0, 0.25, 0.5, 0.75, 1], 1),
    lines,
  });
}

/** Returns the curve up to its last point within the plot. */
function untilCut(points: readonly { x: number; y: number }[]): { x: number; y: number }[] {
  const last = points.findLastIndex(({ y }) => y <= 1);
  return points.slice(0, last + 1);
}

function figureOf({ measures }: Evaluation, id: string): number | null {
  return measures.find((measure) => measure.id === id)?.value ?? null;
}
