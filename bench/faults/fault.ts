import type { Audit } from './audit.ts';

export interface FaultRow {
  readonly injected: string;
  readonly store: 'SQLite' | 'PostgreSQL';
  readonly times: number;
  /** What callers saw while it lasted. */
  readonly seen: string;
  /** How long until service, in words. */
  readonly back: string;
  readonly found: Audit;
  /** Said below the table. */
  readonly note?: string;
  /** A control that has to lose something, so that it is known that the check can fail. */
  readonly isControl?: boolean;
}

export interface Fault {
  /** The name of its section in docs/faults.md, which describes the method. */
  readonly name: string;
  /** @throws Unavailable with the reason where this machine cannot inject it */
  run(): Promise<readonly FaultRow[]>;
}
