import type { Audit } from './audit.ts';

export interface FaultRow {
  readonly injected: string;
  readonly store: 'SQLite' | 'PostgreSQL';
  readonly times: number;
  /** What callers saw while the fault lasted. */
  readonly seen: string;
  /** How long the service was unavailable, in words. */
  readonly back: string;
  readonly found: Audit;
  /** Printed below the table. */
  readonly note?: string;
  /** A control that must lose something, which proves that the check can fail. */
  readonly isControl?: boolean;
}

export interface Fault {
  /** The name of the section in docs/faults.md that describes the method. */
  readonly name: string;
  /**
   * Injects the fault and returns what happened. @throws Unavailable with the reason if this machine cannot inject it
   */
  run(): Promise<readonly FaultRow[]>;
}
