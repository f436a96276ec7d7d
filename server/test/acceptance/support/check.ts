import type { ServiceProcess } from '../../support/service-process.ts';
import type { Inbox, InboxOptions } from './inbox.ts';
import type { Place } from './places.ts';

/** A check's measurements and counts, which are printed with its line. */
export type Figures = Readonly<Record<string, string | number | boolean>>;

export interface CheckWorld {
  readonly place: Place;
  readonly service: ServiceProcess;
  /** Opens a new workspace with one connection, on the service that a store's checks share. */
  open(options?: InboxOptions): Promise<Inbox>;
  /**
   * Starts another service on the same data, with additional settings. SQLite supports only one service at a time, so
   * stop the first one before you call this.
   */
  serve(env: Readonly<Record<string, string>>): Promise<Pick<CheckWorld, 'service' | 'open'>>;
}

export interface Check {
  /** The check's number in the acceptance list. */
  readonly number: number;
  /** The guarantee in one sentence. */
  readonly title: string;
  /**
   * `shared`: runs on a service that other checks also use; `slow`: waits most of the time, and runs in parallel with
   * shared checks; `alone`: has its own service, without other load.
   */
  readonly runs: 'shared' | 'slow' | 'alone';
  /** The script that starts the service, for a check that runs alone. */
  readonly script?: string;
  /** Additional settings for the service of a check that runs alone. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * @throws AssertionError if the guarantee is broken
   */
  run(world: CheckWorld): Promise<Figures>;
}
