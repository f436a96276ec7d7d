import type { ServiceProcess } from '../../support/service-process.ts';
import type { Inbox, InboxOptions } from './inbox.ts';
import type { Place } from './places.ts';

/** The measurements and counts of a check; printed with its line. */
export type Figures = Readonly<Record<string, string | number | boolean>>;

export interface CheckWorld {
  readonly place: Place;
  readonly service: ServiceProcess;
  /** A new workspace with one connection, on the service that the checks of a store share. */
  open(options?: InboxOptions): Promise<Inbox>;
  /**
   * Another service on the same data, with further settings. SQLite supports only one at a time, so stop the first one
   * before.
   */
  serve(env: Readonly<Record<string, string>>): Promise<Pick<CheckWorld, 'service' | 'open'>>;
}

export interface Check {
  /** Its number in the acceptance list. */
  readonly number: number;
  /** The guarantee in one sentence. */
  readonly title: string;
  /**
   * `shared`: on a service that others use, too; `slow` checks wait most of the time, and run in parallel with those;
   * `alone`: with a service of its own, without other load.
   */
  readonly runs: 'shared' | 'slow' | 'alone';
  /** Starts the service of a check that runs alone in a different way. */
  readonly script?: string;
  /** Further settings of the service of a check that runs alone. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * @throws AssertionError if the guarantee is broken
   */
  run(world: CheckWorld): Promise<Figures>;
}
