import type { Acting } from '../../lib/acting.ts';
import type { ClockBase, ClockSettings } from './clock.ts';
import type { Outcome } from './group-commit.ts';
import type { DocumentImport } from './import-document.ts';
import type { WriteOperations } from './write-operations.ts';

export interface WorkerSettings extends ClockSettings {
  readonly path: string;
  readonly clockBase: ClockBase;
  /** Whether this is the server's thread, which maintains the store's own time. */
  readonly watches: boolean;
  /** How long a group waits for another process's write lock, in milliseconds. */
  readonly waitMs: number;
}

interface ImportOperations {
  stageImport: DocumentImport['stage'];
  takeOverImport: DocumentImport['takeOver'];
}

export type InputOf<Name extends keyof WriteOperations> = Parameters<WriteOperations[Name]>[1];

/** The name of an operation, its input, the number that the answer repeats, and the actor for the audit log. */
export type Call =
  | {
      [Name in keyof WriteOperations]: readonly [Name, InputOf<Name>, number, Acting | null];
    }[keyof WriteOperations]
  | {
      [Name in keyof ImportOperations]: readonly [Name, Parameters<ImportOperations[Name]>[0], number];
    }[keyof ImportOperations];

/** The messages from the main thread: calls, each of which is answered once, and at the end `close`. */
export type Message = readonly Call[] | 'close';

export type Answer = readonly [number, Outcome];

/** The messages from the write thread: several answers at a time, with measurements. */
export interface Report {
  readonly answers: readonly Answer[];
  /** For each transaction since the last report, the number of operations in it. */
  readonly groups: readonly number[];
  /** The duration of the sync that the answers waited for, in milliseconds; null if they waited for none. */
  readonly syncMs: number | null;
}
