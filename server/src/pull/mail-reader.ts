import { Worker } from 'node:worker_threads';
import { nothingRead, type Reading } from '../connectors/connector.ts';
import { type MailBatch, type ReadBatch, unreadableMail, type WantedBatch } from './read-mails.ts';

/** Never throws: a mail that cannot be parsed is reported. */
export type MailReader = (batch: MailBatch) => Promise<Reading>;

const limits = { answerMs: 20_000, idleMs: 30_000, heapMb: 192 };

/**
 * Parses mails in a separate thread, so that they do not delay requests. If the thread dies on a batch or takes longer
 * than 20 s, its mails are parsed one by one, and the one that fails is reported.
 */
export function createMailReader(script = new URL('./mail-worker.ts', import.meta.url)): MailReader {
  const waiting = new Map<number, { readonly batch: MailBatch; answer(reading: Reading | null): void }>();
  let worker: Worker | null = null;
  let late: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastNumber = 0;

  async function read(batch: MailBatch): Promise<Reading> {
    const reading = await handOver(batch);
    if (reading !== null) return reading;
    const [only, ...others] = batch.mails;
    if (only === undefined) return nothingRead;
    if (others.length === 0) return { ...nothingRead, unreadable: [unreadableMail(only.uid)] };
    let all = nothingRead;
    for (const mail of batch.mails) {
      all = joined(all, await read({ ...batch, mails: [mail], memory: { ...batch.memory, ...all.memory } }));
    }
    return all;
  }

  /** Null if the thread died on it. The thread has one batch at a time, so that the failing one is known. */
  function handOver(batch: MailBatch): Promise<Reading | null> {
    return new Promise((resolve) => {
      lastNumber += 1;
      waiting.set(lastNumber, { batch, answer: resolve });
      if (waiting.size === 1) next();
    });
  }

  function next(): void {
    clearTimeout(late);
    clearTimeout(idle);
    const [first] = waiting;
    if (first === undefined) {
      rest();
      return;
    }
    const thread = ensureStarted();
    thread.ref();
    late = setTimeout(() => end(thread), limits.answerMs);
    const [number, { batch }] = first;
    thread.postMessage({ number, batch } satisfies WantedBatch);
  }

  function ensureStarted(): Worker {
    if (worker !== null) return worker;
    const started = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: limits.heapMb } });
    worker = started;
    started.on('message', ({ number, reading }: ReadBatch) => settle(number, reading));
    started.on('error', () => end(started));
    started.on('exit', () => end(started));
    return started;
  }

  function settle(number: number, reading: Reading | null): void {
    const found = waiting.get(number);
    waiting.delete(number);
    next();
    found?.answer(reading);
  }

  /** An idle thread does not keep the process from ending, and ends itself after a while without mail. */
  function rest(): void {
    const thread = worker;
    thread?.unref();
    idle = setTimeout(() => {
      if (thread !== null) end(thread);
    }, limits.idleMs);
    idle.unref();
  }

  function end(thread: Worker): void {
    if (worker !== thread) return;
    worker = null;
    void thread.terminate();
    const [first] = waiting.keys();
    if (first !== undefined) settle(first, null);
  }

  return read;
}

function joined(one: Reading, other: Reading): Reading {
  return {
    events: [...one.events, ...other.events],
    accounts: [],
    memory: { ...one.memory, ...other.memory },
    unreadable: [...one.unreadable, ...other.unreadable],
  };
}
