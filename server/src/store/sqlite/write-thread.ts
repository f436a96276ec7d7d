import { Worker } from 'node:worker_threads';
import type { Measures } from '../../domain/measures.ts';
import { currentActor } from '../../lib/acting.ts';
import { StoreUnavailable } from '../../lib/errors.ts';
import { isAudited } from '../audit-entries.ts';
import type { DocumentImport } from './import-document.ts';
import { errorOf } from './write-failure.ts';
import type { Call, InputOf, Report, WorkerSettings } from './write-messages.ts';
import type { WriteOperations } from './write-operations.ts';

export interface WriteThread {
  /**
   * Resolves once the operation is durable, together with its entries in the audit log.
   * @throws StoreUnavailable, OperatorError
   */
  write<Name extends keyof WriteOperations>(
    name: Name,
    input: InputOf<Name>,
  ): Promise<ReturnType<WriteOperations[Name]>>;
  stageImport(input: Parameters<DocumentImport['stage']>[0]): Promise<void>;
  takeOverImport(input: Parameters<DocumentImport['takeOver']>[0]): Promise<ReturnType<DocumentImport['takeOver']>>;
  start(): void;
  /** Returns the number of unanswered operations. */
  waiting(): number;
  /** Resolves when all earlier calls are answered. Idempotent. */
  close(): Promise<void>;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * Threads whose store was closed. The next store reuses one of them, because starting a thread takes 60 ms of CPU time.
 */
const idle: Worker[] = [];
const mostIdle = 4;

/**
 * Creates the main thread's side of the write thread, which is the only thread that writes. The write thread starts
 * with the first write, or when `start` is called.
 */
export function createWriteThread(
  settings: WorkerSettings,
  measures: Pick<Measures, 'groupCommitted' | 'logSynced'>,
): WriteThread {
  let worker: Worker | null = null;
  let closed: Promise<void> | null = null;
  let outbox: Call[] = [];
  let lastNumber = 0;
  let onClosed: (() => void) | null = null;
  const waiting = new Map<number, Waiting>();

  function ensureStarted(): Worker {
    if (worker !== null) return worker;
    const started = idle.pop() ?? start();
    worker = started;
    let cause: unknown;
    const onError = (error: unknown) => {
      cause = error;
    };
    const onExit = () => abandon(cause);
    started.on('message', settle).on('error', onError).on('exit', onExit);
    onClosed = () => {
      started.off('message', settle).off('error', onError).off('exit', onExit);
      keep(started);
    };
    started.postMessage(settings);
    started.unref();
    return started;
  }

  function settle(report: Report | 'closed'): void {
    if (report === 'closed') {
      onClosed?.();
      return;
    }
    const { answers, groups, syncMs } = report;
    for (const operations of groups) measures.groupCommitted(operations);
    if (syncMs !== null) measures.logSynced(answers.length, syncMs);
    for (const [number, outcome] of answers) {
      const answered = waiting.get(number);
      waiting.delete(number);
      if ('failure' in outcome) answered?.reject(errorOf(outcome.failure));
      else answered?.resolve(outcome.value);
    }
    // An idle thread does not keep the process alive.
    if (waiting.size === 0) worker?.unref();
  }

  /** Abandons a thread that ended, and rejects all unanswered calls. The next call starts another thread. */
  function abandon(cause: unknown): void {
    worker = null;
    // Calls that were not sent yet are rejected too, so they must not be performed later.
    outbox = [];
    const unanswered = [...waiting.values()];
    waiting.clear();
    for (const { reject } of unanswered) reject(new StoreUnavailable('the write thread ended', { cause }));
  }

  function call<Result>(callOf: (number: number) => Call): Promise<Result> {
    if (closed !== null) return Promise.reject(new StoreUnavailable('the store is closed'));
    return new Promise<Result>((resolve, reject) => {
      // All calls in one turn of the event loop wake the thread only once, because waking the thread costs more than
      // the work itself.
      if (outbox.length === 0) setImmediate(post);
      lastNumber += 1;
      outbox.push(callOf(lastNumber));
      // The thread answers each call with the result type of the operation that the call names.
      waiting.set(lastNumber, { resolve: resolve as (value: unknown) => void, reject });
    });
  }

  function post(): void {
    if (outbox.length === 0) return;
    const target = ensureStarted();
    target.ref();
    target.postMessage(outbox);
    outbox = [];
  }

  async function close(): Promise<void> {
    post();
    const last = worker;
    if (last === null) return;
    last.ref();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const leave = onClosed;
    onClosed = () => {
      leave?.();
      last.off('exit', resolve);
      resolve();
    };
    last.once('exit', resolve);
    last.postMessage('close');
    await ended;
  }

  return {
    // A name and its input form a call. TypeScript cannot verify this for a union of operations.
    write: (name, input) => call((number) => [name, input, number, isAudited(name) ? currentActor() : null] as Call),
    stageImport: (input) => call((number) => ['stageImport', input, number]),
    takeOverImport: (input) => call((number) => ['takeOverImport', input, number]),
    start: () => {
      ensureStarted();
    },
    waiting: () => waiting.size,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

/** Keeps an idle thread. The thread does not keep the process alive, and is removed from the list when it ends. */
function keep(worker: Worker): void {
  if (idle.length >= mostIdle) {
    void worker.terminate();
    return;
  }
  worker.unref();
  idle.push(worker);
}

function start(): Worker {
  const started = new Worker(new URL('./write-worker.ts', import.meta.url));
  // A store that uses the thread adds further listeners.
  started.on('error', () => undefined);
  started.once('exit', () => {
    const place = idle.indexOf(started);
    if (place >= 0) idle.splice(place, 1);
  });
  return started;
}
