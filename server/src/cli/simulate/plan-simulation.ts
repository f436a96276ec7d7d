import { bursts, fanNames, type Line, ownAnswers } from './fans.ts';

export type PlannedKind = 'message' | 'edit' | 'sticker' | 'answer';

/**
 * One event, with its time after the start of the simulation. The time at which the event is sent is added when it is
 * sent.
 */
export interface PlannedEvent {
  readonly atMs: number;
  readonly kind: PlannedKind;
  readonly event: Readonly<Record<string, unknown>>;
}

export interface SimulationTerms {
  /** The number of events per second from all fans together. */
  readonly rate: number;
  readonly minutes: number;
  /** The seed of the random numbers. The same seed plans the same events, except for the name of the run. */
  readonly seed: number;
  /** Part of every id, so that the ids of different runs do not collide. */
  readonly run: string;
}

type Step = Line | { readonly answers: string };

interface Script {
  readonly number: number;
  readonly steps: Step[];
  next: number;
  messages: number;
  readyAtMs: number;
}

const answeredByCreator = 0.25;
const pauseMs = { between: 700, beforeAnswer: 2_000 };

/**
 * Plans a simulation. The rate and the duration determine the number of events. Each fan writes a burst of
 * messages, and several fans write at the same time.
 */
export function planSimulation({ rate, minutes, seed, run }: SimulationTerms): PlannedEvent[] {
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('there is nothing to choose from');
    return item;
  };
  const open: Script[] = [];
  let threads = 0;

  function begin(atMs: number): Script {
    threads += 1;
    const answer: Step[] = random() < answeredByCreator ? [{ answers: pick(ownAnswers) }] : [];
    const script = { number: threads, steps: [...pick(bursts), ...answer], next: 0, messages: 0, readyAtMs: atMs };
    open.push(script);
    return script;
  }

  return Array.from({ length: Math.max(1, Math.round(rate * minutes * 60)) }, (_, index) => {
    const atMs = Math.floor((index * 1_000) / rate);
    const ready = open.filter(({ readyAtMs }) => readyAtMs <= atMs);
    const script = ready.length > 0 && random() < 0.7 ? pick(ready) : begin(atMs);
    const planned = { atMs, ...eventOf(script, run) };
    script.next += 1;
    const following = script.steps[script.next];
    if (following === undefined) open.splice(open.indexOf(script), 1);
    else script.readyAtMs = atMs + ('answers' in following ? pauseMs.beforeAnswer : pauseMs.between);
    return planned;
  });
}

function eventOf(script: Script, run: string): Omit<PlannedEvent, 'atMs'> {
  const step = script.steps[script.next];
  if (step === undefined) throw new Error('a script continued after its end');
  const id = `${run}-${script.number}-${script.next}`;
  const threadId = `${run}-${script.number}`;
  if ('edits' in step) {
    const event = { id, type: 'message.edited', threadId, messageId: `m${script.messages}`, body: step.edits };
    return { kind: 'edit', event };
  }
  script.messages += 1;
  const head = { id, threadId, messageId: `m${script.messages}` };
  if ('answers' in step) return { kind: 'answer', event: { ...head, type: 'message.sent', body: step.answers } };
  const name = fanNames[script.number % fanNames.length] ?? fanNames[0];
  const handle = `@${name.toLowerCase()}_${script.number}`;
  const received = { ...head, type: 'message.received', contact: { id: threadId, name, handle } };
  if ('sticker' in step) return { kind: 'sticker', event: { ...received, body: '', attachments: ['sticker'] } };
  return { kind: 'message', event: { ...received, body: step.says } };
}

/** Returns a random number generator: Mulberry32, which is small and yields the same numbers on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
