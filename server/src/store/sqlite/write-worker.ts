import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { type Connection, openConnection } from './connection.ts';
import { commitGroup, type Outcome } from './group-commit.ts';
import { createDocumentImport, type DocumentImport } from './import-document.ts';
import type { Transaction } from './transaction.ts';
import { failureOf } from './write-failure.ts';
import { writeOperations } from './write-operations.ts';
import type { Call, Message, WorkerSettings } from './write-thread.ts';

interface Desk {
  readonly db: Connection;
  readonly documentImport: DocumentImport;
}

/**
 * The write thread: takes all calls that have arrived, carries them out as one group, answers, and looks again. What
 * arrives while a commit is under way so runs together in the next one.
 */
function serve(port: MessagePort, { path, clockOffsetMs, waitMs }: WorkerSettings): void {
  const clock = () => Date.now() + clockOffsetMs;
  let desk: Desk | null = null;

  function openDesk(): Desk {
    const db = openConnection(path, { busyTimeoutMs: waitMs });
    db.execute(`PRAGMA cache_size = -16000; PRAGMA journal_size_limit = ${64 * 1024 * 1024}; PRAGMA busy_timeout = 0`);
    return { db, documentImport: createDocumentImport(db, { clock, waitMs }) };
  }

  function carryOut(calls: readonly Call[], { db, documentImport }: Desk): Outcome[] {
    const outcomes: Outcome[] = [];
    let group: ((tx: Transaction) => unknown)[] = [];
    const commit = () => {
      if (group.length > 0) outcomes.push(...commitGroup(db, group, { clock, waitMs }));
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
        const [name, input] = call;
        // The sender's types pair every name with its own input.
        const operation = writeOperations[name] as (tx: Transaction, input: unknown) => unknown;
        group.push((tx) => operation(tx, input));
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
      port.postMessage(calls.map(() => ({ failure })));
      return;
    }
    port.postMessage(carryOut(calls, desk));
  }

  port.on('message', (first: Message) => {
    const calls: Call[] = [];
    let message: Message | undefined = first;
    for (; message !== undefined && message !== 'close'; message = receiveMessageOnPort(port)?.message) {
      for (const call of message) calls.push(call);
    }
    if (calls.length > 0) answer(calls);
    if (message === 'close') {
      desk?.db.close();
      port.close();
    }
  });
}

function outcomeOf(operation: () => unknown): Outcome {
  try {
    return { value: operation() };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

if (parentPort !== null) serve(parentPort, workerData);
