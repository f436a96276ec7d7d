import type { ServiceProcess } from '../../support/service-process.ts';
import type { Inbox, InboxOptions } from './inbox.ts';
import type { Place } from './places.ts';

/** What a check measured or counted; printed with its line. */
export type Figures = Readonly<Record<string, string | number | boolean>>;

export interface CheckWorld {
  readonly place: Place;
  readonly service: ServiceProcess;
  /** A workspace of its own with one connection, on the service that the checks of a store share. */
  open(options?: InboxOptions): Promise<Inbox>;
  /** Another service on the same data, with further settings. SQLite bears one at a time: stop the first one before. */
  serve(env: Readonly<Record<string, string>>): Promise<Pick<CheckWorld, 'service' | 'open'>>;
}

export interface Check {
  /** The number that the acceptance list gives it. */
  readonly number: number;
  /** The guarantee, in a sentence. */
  readonly title: string;
  /** `shared`: on one service with others; `slow` ones wait most of the time, and run beside those; `alone`: with a service of its own, which is calm but for it. */
  readonly runs: 'shared' | 'slow' | 'alone';
  /** Starts the service of a check that runs alone in another way. */
  readonly script?: string;
  /** Further settings of the service of a check that runs alone. */
  readonly env?: Readonly<Record<string, string>>;
  /** @throws AssertionError when the guarantee is broken */
  run(world: CheckWorld): Promise<Figures>;
}
