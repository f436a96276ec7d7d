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
  readonly name: string;
  /** Heading and method, for the report. */
  readonly title: string;
  readonly about: string;
  /** @throws Unavailable with the reason where this machine cannot inject it */
  run(): Promise<readonly FaultRow[]>;
}
