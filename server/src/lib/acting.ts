import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf something is done, and from where. */
export interface Acting {
  /** `visitor`: nobody is signed in yet, such as whoever accepts an invitation. */
  readonly kind: 'account' | 'key' | 'operator' | 'visitor';
  /** The account's or the key's; null otherwise. */
  readonly id: string | null;
  /** The person's name, or the operator's login on the host; null: not known. */
  readonly name: string | null;
  readonly surface: 'console' | 'api' | 'cli';
  /** As the operator has addresses written down; null: not known, or not kept. */
  readonly address: string | null;
}

const storage = new AsyncLocalStorage<Acting>();

/** Runs `work` on somebody's behalf: what it does to the store is written down as theirs. */
export function actingAs<Result>(acting: Acting, work: () => Result): Result {
  return storage.run(acting, work);
}

/** On whose behalf this runs. Null: nobody's, such as the service's own jobs. */
export function whoActs(): Acting | null {
  return storage.getStore() ?? null;
}
