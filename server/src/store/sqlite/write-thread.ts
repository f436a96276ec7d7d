import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '../../lib/errors.ts';
import type { Outcome } from './group-commit.ts';
import type { DocumentImport } from './import-document.ts';
import { errorOf } from './write-failure.ts';
import type { WriteOperations } from './write-operations.ts';

export interface WorkerSettings {
  readonly path: string;
  readonly clockOffsetMs: number;
  /** How long a group waits for the write lock of another process. */
  readonly waitMs: number;
}

interface ImportOperations {
  stageImport: DocumentImport['stage'];
  takeOverImport: DocumentImport['takeOver'];
}

type InputOf<Name extends keyof WriteOperations> = Parameters<WriteOperations[Name]>[1];

export type Call =
  | { [Name in keyof WriteOperations]: readonly [Name, InputOf<Name>] }[keyof WriteOperations]
  | {
      [Name in keyof ImportOperations]: readonly [Name, Parameters<ImportOperations[Name]>[0]];
    }[keyof ImportOperations];

/** What the main side sends: calls, each answered by one outcome in the order of sending, and at last `close`. */
export type Message = readonly Call[] | 'close';

export interface WriteThread {
  /** Resolves once the operation is durable. @throws StoreUnavailable, OperatorError */
  write<Name extends keyof WriteOperations>(
    name: Name,
    input: InputOf<Name>,
  ): Promise<ReturnType<WriteOperations[Name]>>;
  stageImport(input: Parameters<DocumentImport['stage']>[0]): Promise<void>;
  takeOverImport(input: Parameters<DocumentImport['takeOver']>[0]): Promise<ReturnType<DocumentImport['takeOver']>>;
  start(): void;
  /** Ends when everything asked for before is answered. Idempotent. */
  close(): Promise<void>;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The main side of the one thread that writes; the thread starts with the first write, or at `start`. */
export function createWriteThread(settings: WorkerSettings): WriteThread {
  let worker: Worker | null = null;
  let closed: Promise<void> | null = null;
  let outbox: Call[] = [];
  let waiting: Waiting[] = [];

  function ensureStarted(): Worker {
    if (worker !== null) return worker;
    const started = new Worker(new URL('./write-worker.ts', import.meta.url), { workerData: settings });
    worker = started;
    started.on('message', (outcomes: readonly Outcome[]) => settle(outcomes, waiting.splice(0, outcomes.length)));
    let cause: unknown;
    started.on('error', (error) => {
      cause = error;
    });
    started.on('exit', () => abandon(cause));
    started.unref();
    return started;
  }

  function settle(outcomes: readonly Outcome[], answered: readonly Waiting[]): void {
    // An idle thread does not keep the process from ending.
    if (waiting.length === 0) worker?.unref();
    for (const [index, outcome] of outcomes.entries()) {
      if ('failure' in outcome) answered[index]?.reject(errorOf(outcome.failure));
      else answered[index]?.resolve(outcome.value);
    }
  }

  /** The thread is gone, and with it whatever it had not committed; the next call starts another. */
  function abandon(cause: unknown): void {
    worker = null;
    const unanswered = waiting;
    waiting = [];
    for (const { reject } of unanswered) reject(new StoreUnavailable('the write thread ended', { cause }));
  }

  function call<Result>(call: Call): Promise<Result> {
    if (closed !== null) return Promise.reject(new StoreUnavailable('the store is closed'));
    return new Promise<Result>((resolve, reject) => {
      if (outbox.length === 0) queueMicrotask(post);
      outbox.push(call);
      // The thread answers each call with the result of the operation that the call names.
      waiting.push({ resolve: resolve as (value: unknown) => void, reject });
    });
  }

  function post(): void {
    const target = ensureStarted();
    target.ref();
    target.postMessage(outbox);
    outbox = [];
  }

  async function close(): Promise<void> {
    // What was asked for in this same turn is sent first.
    await Promise.resolve();
    const last = worker;
    if (last === null) return;
    last.ref();
    const ended = new Promise((resolve) => last.once('exit', resolve));
    last.postMessage('close');
    await ended;
  }

  return {
    // A name and its input form a call; TypeScript cannot follow that through the union.
    write: (name, input) => call([name, input] as Call),
    stageImport: (input) => call(['stageImport', input]),
    takeOverImport: (input) => call(['takeOverImport', input]),
    start: () => {
      ensureStarted();
    },
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}
