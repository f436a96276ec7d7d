import { type MessagePort, parentPort, receiveMessageOnPort } from 'node:worker_threads';
import { entriesLeft } from '../audit-entries.ts';
import { appendAudit } from './audit.ts';
import { checkpointAll, copyLog } from './checkpoint.ts';
import { type CheckpointThread, createCheckpointThread } from './checkpoint-thread.ts';
import { createWatchedClock, type WatchedClock } from './clock.ts';
import { type Connection, openConnection } from './connection.ts';
import { commitGroup, type Outcome } from './group-commit.ts';
import { createDocumentImport, type DocumentImport } from './import-document.ts';
import { createLogSync, type LogSync } from './log-sync.ts';
import type { Transaction } from './transaction.ts';
import { failureOf } from './write-failure.ts';
import type { Answer, Call, Message, Report, WorkerSettings } from './write-messages.ts';
import { writeOperations } from './write-operations.ts';

interface Desk {
  readonly db: Connection;
  readonly documentImport: DocumentImport;
  readonly log: LogSync;
  readonly checkpoints: CheckpointThread;
  readonly clock: WatchedClock;
}

/** How often an idle server checks the clock. */
const clockEveryMs = 10_000;

/**
 * Runs the write thread. The thread takes all calls that have arrived, performs them as one group, and repeats. A
 * commit only appends to the write-ahead log. While the disk syncs the log, the next groups are performed. An operation
 * whose result must be durable is answered once a sync that began after its commit has ended. Any other operation is
 * answered immediately.
 */
function serve(port: MessagePort, settings: WorkerSettings, onClosed: () => void): void {
  const { path, waitMs, clockBase, watches } = settings;
  let desk: Desk | null = null;
  let held: Answer[] = [];
  let groups: number[] = [];
  let isSyncing = false;
  let isClosing = false;

  function openDesk(): Desk {
    const db = openConnection(path, { busyTimeoutMs: waitMs });
    db.execute(
      `PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000; PRAGMA wal_autocheckpoint = 16000;
       PRAGMA journal_size_limit = ${64 * 1024 * 1024}; PRAGMA busy_timeout = 0`,
    );
    const log = createLogSync({ path: `${path}-wal`, checkpoint: () => checkpointAll(db) });
    const clock = createWatchedClock(db, clockBase, settings);
    const checkpoints = createCheckpointThread(path, () => copyLog(db));
    return { db, documentImport: createDocumentImport(db, { clock, waitMs }), log, checkpoints, clock };
  }

  function carryOut(calls: readonly Call[], { db, documentImport, clock }: Desk): Outcome[] {
    const outcomes: Outcome[] = [];
    let group: ((tx: Transaction) => unknown)[] = [];
    const commit = () => {
      if (group.length > 0) {
        outcomes.push(...commitGroup(db, group, { clock, waitMs }));
        groups.push(group.length);
      }
      group = [];
    };
    for (const call of calls) {
      if (call[0] === 'stageImport' || call[0] === 'takeOverImport') {
        commit();
        outcomes.push(
          outcomeOf(() =>
            call[0] === 'stageImport' ? documentImport.stage(call[1]) : documentImport.takeOver(call[1]),
          ),
        );
      } else {
        const [name, input, , acting] = call;
        // The sender's types pair every name with its own input.
        const operation = writeOperations[name] as (tx: Transaction, input: unknown) => unknown;
        group.push((tx) => {
          const result = operation(tx, input);
          for (const entry of entriesLeft(name, acting, [input, result])) appendAudit(tx, entry);
          return result;
        });
      }
    }
    commit();
    return outcomes;
  }

  function answer(calls: readonly Call[]): void {
    try {
      desk ??= openDesk();
    } catch (error) {
      const failure = failureOf(error);
      report(calls.map(([, , id]): Answer => [id, { failure }]));
      return;
    }
    const atOnce: Answer[] = [];
    const outcomes = carryOut(calls, desk);
    for (const [index, [name, , id]] of calls.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined) continue;
      (isPromise(name, outcome) ? held : atOnce).push([id, outcome]);
    }
    if (atOnce.length > 0) report(atOnce);
    syncHeld(desk);
    desk.checkpoints.committed(calls.length);
  }

  function report(answers: readonly Answer[], syncMs: number | null = null): void {
    port.postMessage({ answers, groups, syncMs } satisfies Report);
    groups = [];
  }

  function syncHeld(at: Desk): void {
    if (isSyncing || held.length === 0) return;
    const covered = held;
    held = [];
    isSyncing = true;
    const startedMs = performance.now();
    at.log.sync((error) => {
      isSyncing = false;
      const failure = error === null ? null : failureOf(error);
      const answers = failure === null ? covered : covered.map(([id]): Answer => [id, { failure }]);
      report(answers, performance.now() - startedMs);
      syncHeld(at);
      void closeWhenDone();
    });
  }

  async function closeWhenDone(): Promise<void> {
    if (!isClosing || isSyncing) return;
    if (clockTimer !== null) clearInterval(clockTimer);
    port.off('message', onMessage);
    // The last connection to close removes the log.
    await desk?.checkpoints.close();
    desk?.log.close();
    desk?.db.close();
    onClosed();
  }

  /**
   * Records the clock. If the database cannot be opened, a later call records the clock; until then, the store's own
   * time is only in memory.
   */
  function noteClock(): void {
    // The first call may come after the store was closed; it must not open the database again.
    if (isClosing) return;
    try {
      desk ??= openDesk();
    } catch {
      return;
    }
    if (desk.clock.watch()) commitGroup(desk.db, [], { clock: desk.clock, waitMs });
  }

  const clockTimer = watches ? setInterval(noteClock, clockEveryMs) : null;
  if (watches) setImmediate(noteClock);

  function onMessage(first: Message): void {
    const calls: Call[] = [];
    let message: Message | undefined = first;
    for (; message !== undefined && message !== 'close'; message = receiveMessageOnPort(port)?.message) {
      for (const call of message) calls.push(call);
    }
    if (calls.length > 0) answer(calls);
    if (message === 'close') {
      isClosing = true;
      void closeWhenDone();
    }
  }
  port.on('message', onMessage);
}

/**
 * Returns true if an outcome must be durable before it is sent. Four kinds of outcomes need not be durable. The caller
 * of an admission gets no answer before the draft or handoff is settled, and the sync of that later commit covers the
 * admission too. Losing a renewed lease changes nothing. A staged portion of a document is only in temporary tables. An
 * error commits nothing. Every other result may reach a caller outside the process and must be durable first. That
 * includes replays and refusals, because the commit that they read might not be on disk yet.
 */
function isPromise(name: Call[0], outcome: Outcome): boolean {
  if ('failure' in outcome) return false;
  if (name === 'renewLease' || name === 'stageImport') return false;
  return !((name === 'admitDraft' || name === 'admitHandoff') && isAdmitted(outcome.value));
}

function isAdmitted(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'outcome' in value && value.outcome === 'admitted';
}

function outcomeOf(operation: () => unknown): Outcome {
  try {
    return { value: operation() };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/** Serves one store after another. Each store begins with its settings. */
function serveNext(port: MessagePort): void {
  port.once('message', (settings: WorkerSettings) => {
    serve(port, settings, () => {
      port.postMessage('closed');
      serveNext(port);
    });
  });
}

if (parentPort !== null) serveNext(parentPort);
