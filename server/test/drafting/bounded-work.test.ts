import { expect, test } from 'vitest';
import type { HistoryMessage } from '../../src/domain/conversation.ts';
import { createEmbeddedEngine } from '../../src/drafting/embedded-engine.ts';
import { warmUp } from '../../src/drafting/warm-up.ts';
import { leastOf } from '../support/quickest.ts';
import { potter } from './personas.ts';

const engine = createEmbeddedEngine();
const now = Date.parse('2026-11-21T12:00:00Z');
const draft = (message: string, history: readonly HistoryMessage[] = []) =>
  engine.draft({ message, history, displayName: 'A', persona: potter, relationship: null, awaitsCreator: false, now });

const filled = (part: string) => part.repeat(800).slice(0, 800);
/** Messages that are expensive on purpose: many parts, many letters, many unknown words, many near-hazards. */
const costly = [
  ...['a.', 'İ:', 'a ', 'a?', 'a\n', 'how?', 'and how ', 'hi, ', '4 ', '€38 ', 'kill you. ', 'mug? ', 'a@', 'k i l l '],
  ...[
    '😍',
    '猫',
    'كم؟',
    'a.co/',
    '&lt;',
    'I.you.',
    'f**k ',
    'a**b ',
    'do you ship? ',
    'send money ',
    'sooooo',
    'á̂̃',
    'shiping ',
  ],
].map(filled);
const words = Array.from({ length: 200 }, (_, at) => `x${(at * 7_919).toString(36)}`);
costly.push(words.join(' ').slice(0, 800), words.join('?').slice(0, 800), words.join('*').slice(0, 800));

/**
 * The limit for this thread's lowest CPU time in several rounds, which is the cost of the work without the machine's
 * other load.
 */
const mostMs = 10;

/**
 * Returns the lowest CPU time of up to 60 rounds. The first rounds include compilation, and other programs use the CPU
 * caches in some rounds; the lowest excludes both.
 */
function costMs(work: () => unknown): Promise<number> {
  return leastOf(
    mostMs,
    async () => {
      const before = process.threadCpuUsage();
      await work();
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1_000;
    },
    60,
  );
}

test('no message of 800 characters costs more than 10 ms of CPU time, whatever it contains', async () => {
  await warmUp(engine);
  for (const message of costly) await draft(message);
  for (const message of costly) {
    expect([message.slice(0, 12), (await costMs(() => draft(message))) <= mostMs]).toEqual([
      message.slice(0, 12),
      true,
    ]);
  }
});

test('a message of more parts than anyone writes is never answered automatically', async () => {
  expect((await draft('hello there!')).decision.riskLevel).toBe('safe');
  const { decision, trace } = await draft('hello there! '.repeat(60).trim());
  expect(decision.requiresCreator).toBe(true);
  expect(trace['reasons']).toContain('disguise');
});

test('spaced-out letters still spell their hazard, even after a long run of other letters', async () => {
  for (const message of ['k i l l y o u r s e l f', `${'x '.repeat(300)}- k i l l y o u r s e l f`]) {
    const { decision, trace } = await draft(message);
    expect(decision.requiresCreator).toBe(true);
    expect(trace['decidedBy']).toMatch(/^(?:block|hazard):/);
  }
});
