/**
 * Measures the embedded engine alone, on one core: the time of one draft with 100 items, the time to index a persona,
 * and the longest stall of the event loop with a message of 800 characters, 40 messages of history and 500 items. Each
 * measurement alternates with a plain hashing loop, which shows how fast the machine was at that time.
 *
 * npm run bench:engine -- [--rounds 20000]
 */
import { parseArgs } from 'node:util';
import type { HistoryMessage } from '../server/src/domain/conversation.ts';
import type { Persona } from '../server/src/domain/persona.ts';
import { createEmbeddedEngine } from '../server/src/drafting/embedded-engine.ts';
import { understandingModel } from '../server/src/drafting/learned/understanding-model.ts';
import { indexOf } from '../server/src/drafting/retrieve/persona-index.ts';

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '5000' } } });
const rounds = Number(flags.rounds);
const now = Date.parse('2026-11-21T12:00:00Z');
const things = ['mug', 'bowl', 'vase', 'print', 'course', 'lesson', 'workshop', 'pattern', 'album', 'hoodie'];
const ways = [
  ['shipping', 'The ITEM ships within the EU in 3 to 5 days for €6.'],
  ['care', 'Wash the ITEM by hand with mild soap and let it dry slowly.'],
  ['materials', 'The ITEM is made of white stoneware from a small pit in Portugal.'],
  ['beginners', 'Beginners are welcome at the ITEM; bring nothing but time.'],
  ['sizes', 'The ITEM comes in three sizes, from 20 to 40 cm.'],
] as const;
const messages = [
  'hi there!',
  'do you ship the mug to Spain? and how long does it take',
  'omg your work is stunning, it made my whole week 😍',
  'how much is the workshop and do i need to bring anything, i have never done this before',
  'where is my order?',
  'whats the vase made of',
  'can I wash the bowl in the dishwasher? My flatmate says yes but I would rather hear it from you.',
  'you are pathetic and i know where you live',
  'Before I buy the course: I work nights, have two small kids and no idea about any of this. Is it for me?',
  'free followers now at www.grow-fast.example',
];

const hundred = personaOf(100);
const loadedAt = performance.now();
understandingModel();
console.log(`models loaded in ${(performance.now() - loadedAt).toFixed(1)} ms`);
const engine = createEmbeddedEngine();
const draft = (message: string, persona: Persona, history: readonly HistoryMessage[] = []) =>
  engine.draft({
    message,
    history,
    displayName: 'Aurora Lane',
    persona,
    relationship: null,
    awaitsCreator: false,
    now,
  });

await timeDrafts();
for (const items of [20, 100, 500]) timeIndexing(items);
await timeStalls();

async function timeDrafts(): Promise<void> {
  for (let round = 0; round < 2_000; round++) await draft(messages[round % messages.length] ?? '', hundred);
  const times: number[] = [];
  const cpuMs: number[] = [];
  const references: number[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 10 === 0) references.push(reference());
    const cpu = process.cpuUsage();
    const started = performance.now();
    await draft(messages[round % messages.length] ?? '', hundred);
    times.push(performance.now() - started);
    const { user, system } = process.cpuUsage(cpu);
    cpuMs.push((user + system) / 1_000);
  }
  // On a shared machine, CPU time is more reliable than the clock.
  for (const [what, list] of [['the clock', times] as const, ['CPU time', cpuMs] as const])
    console.log(
      `100 items, ${rounds} drafts, by ${what}: p50 ${told(list, 0.5)}, p95 ${told(list, 0.95)}, p99 ${told(list, 0.99)} ms; ` +
        beside(at(list, 0.5), references),
    );
}

function timeIndexing(items: number): void {
  const [times, references]: [number[], number[]] = [[], []];
  const personas = 6_000 / items;
  for (let seed = 1; seed <= personas; seed++) {
    const persona = personaOf(items, seed);
    references.push(reference());
    const started = ownCpuMs();
    indexOf(persona);
    times.push(ownCpuMs() - started);
  }
  console.log(
    `a persona of ${items} items is indexed, CPU time, median of ${personas}: ${told(times, 0.5)} ms; ${beside(at(times, 0.5), references)}`,
  );
}

async function timeStalls(): Promise<void> {
  const long = messages.join(' ').repeat(3).slice(0, 800);
  const rows = { 'never seen before': { stalls: [], totals: [] }, known: { stalls: [], totals: [] } } as Record<
    string,
    { stalls: number[]; totals: number[] } // filled in below
  >;
  const references: number[] = [];
  for (let round = 0; round < 40; round++) {
    references.push(reference());
    const persona = personaOf(500, 1_000 + round);
    for (const [what, { stalls, totals }] of Object.entries(rows)) {
      const history = Array.from(
        { length: 40 },
        (_, index): HistoryMessage => ({
          direction: index % 2 === 0 ? 'inbound' : 'outbound',
          senderType: null,
          body: `${what} ${round} ${index} ${long}`.slice(0, 800),
          sentAt: now - (40 - index) * 60_000,
        }),
      );
      const { stallMs, totalMs } = await longestStall(() => draft(long, persona, history));
      stalls.push(stallMs);
      totals.push(totalMs);
    }
  }
  for (const [what, { stalls, totals }] of Object.entries(rows))
    console.log(
      `800 characters, 40 new messages of history, 500 items, persona ${what}, CPU time: ${told(totals, 0.5)} ms in all; ` +
        `longest stall: median ${told(stalls, 0.5)}, most ${told(stalls, 1)} ms; ${beside(at(stalls, 0.5), references)}`,
    );
}

/** Measures the longest time during which this thread did not yield while `work` ran, and the total time. */
async function longestStall(work: () => Promise<unknown> | unknown): Promise<{ stallMs: number; totalMs: number }> {
  const started = ownCpuMs();
  let stallMs = 0;
  let last = started;
  let isDone = false;
  const turn = (): void => {
    stallMs = Math.max(stallMs, ownCpuMs() - last);
    last = ownCpuMs();
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isDone = true;
  turn();
  return { stallMs, totalMs: ownCpuMs() - started };
}

/** Returns this thread's CPU time in milliseconds, without other programs and threads. */
function ownCpuMs(): number {
  process.cpuUsage(); // Linux updates a thread's figure only when the process's figure is requested.
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Measures how many milliseconds a million hashing steps take. Each step depends on the previous one. */
function reference(): number {
  const started = ownCpuMs();
  let hash = 0x811c9dc5;
  for (let step = 0; step < 1_000_000; step++) hash = Math.imul(hash ^ (step & 255), 0x01000193);
  return hash === 0 ? 0 : ownCpuMs() - started;
}

function beside(ms: number, references: readonly number[]): string {
  return `${(ms / at(references, 0.5)).toFixed(2)} × the time of a million hashing steps`;
}

function told(list: readonly number[], share: number): string {
  return at(list, share).toFixed(3);
}

function at(list: readonly number[], share: number): number {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * Builds `count` facts by combining things and subjects. A different seed produces texts and aliases that no other
 * persona has.
 */
function personaOf(count: number, seed = 0): Persona {
  return {
    languages: ['en'],
    phrases: [
      { id: 'ph_hi', use: 'greeting', text: 'Hey you!' },
      { id: 'ph_thanks', use: 'thanks', text: 'Thank you so much!' },
      { id: 'ph_hold', use: 'holding', text: 'I will read it myself.' },
    ],
    facts: Array.from({ length: count }, (_, index) => {
      const [topic, text] = ways[index % ways.length] ?? ways[0];
      const thing = `${things[Math.floor(index / ways.length) % things.length]} ${index >= 50 ? index : ''}`.trim();
      const fact = { id: `f_${index}`, topic: `${thing} ${topic}`, text: text.replace('ITEM', thing) };
      if (seed === 0) return fact;
      const own = [...String(seed * 7_919 + index * 31)].map((digit) => 'bcdfklmnrt'.charAt(Number(digit))).join('o');
      return {
        ...fact,
        topic,
        text: `${fact.text} It comes with a ${own}, wrapped in paper.`,
        aliases: [`what about the ${own}?`, `tell me more of the ${thing} with the ${own}`],
      };
    }),
  };
}
