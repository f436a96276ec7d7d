/**
 * The embedded engine alone, on one core: the time of one draft with 100 items, and the longest stall with a message of 800
 * characters, 40 messages of history and 500 items.
 *   npm run bench:engine -- [--rounds 20000]
 */
import { parseArgs } from 'node:util';
import type { HistoryMessage } from '../server/src/domain/conversation.ts';
import type { Persona } from '../server/src/domain/persona.ts';
import { createEmbeddedEngine } from '../server/src/drafting/embedded-engine.ts';
import { understandingModel } from '../server/src/drafting/learned/understanding-model.ts';

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
console.log(`the model is read in ${(performance.now() - loadedAt).toFixed(1)} ms`);
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

for (let round = 0; round < 2_000; round++) await draft(messages[round % messages.length] ?? '', hundred);
const times: number[] = [];
const cpuMs: number[] = [];
for (let round = 0; round < rounds; round++) {
  const cpu = process.cpuUsage();
  const started = performance.now();
  await draft(messages[round % messages.length] ?? '', hundred);
  times.push(performance.now() - started);
  const { user, system } = process.cpuUsage(cpu);
  cpuMs.push((user + system) / 1_000);
}
// On a machine that others use too, the processor's own time says more than the clock.
for (const [what, list] of [['clock', times] as const, ['processor', cpuMs] as const]) {
  list.sort((a, b) => a - b);
  const at = (share: number): string => (list[Math.floor(list.length * share)] ?? 0).toFixed(3);
  console.log(`100 items, ${rounds} drafts, by the ${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`);
}

const long = messages.join(' ').repeat(3).slice(0, 800);
const stalls: number[] = [];
for (let round = 0; round < 20; round++) {
  const history = Array.from(
    { length: 40 },
    (_, index): HistoryMessage => ({
      direction: index % 2 === 0 ? 'inbound' : 'outbound',
      senderType: null,
      body: `${round} ${index} ${long}`.slice(0, 800),
      sentAt: now - (40 - index) * 60_000,
    }),
  );
  const persona = personaOf(500);
  const started = performance.now();
  await draft(long, persona, history);
  const first = performance.now() - started;
  const again = performance.now();
  await draft(long, persona, [...history]);
  stalls.push(first);
  times.push(performance.now() - again);
  if (round === 19)
    console.log(
      `500 items, 40 messages of history, 800 characters: known persona ${(performance.now() - again).toFixed(1)} ms`,
    );
}
stalls.sort((a, b) => a - b);
console.log(
  `the same with a persona never seen before: median ${stalls[10]?.toFixed(1)} ms, most ${stalls.at(-1)?.toFixed(1)} ms`,
);

function personaOf(count: number): Persona {
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
      return { id: `f_${index}`, topic: `${thing} ${topic}`, text: text.replace('ITEM', thing) };
    }),
  };
}
