import { AsyncLocalStorage } from 'node:async_hooks';

/** The actor of an operation, and where it comes from. */
export interface Acting {
  /** `visitor`: nobody is signed in yet, for example while accepting an invitation. */
  readonly kind: 'account' | 'key' | 'operator' | 'visitor';
  /** The id of the account or the key; otherwise null. */
  readonly id: string | null;
  /** The person's name, or the operator's login on the host; null if unknown. */
  readonly name: string | null;
  readonly surface: 'console' | 'api' | 'cli';
  /** The address in its logged form; null if it is unknown or not logged. */
  readonly address: string | null;
}

const storage = new AsyncLocalStorage<Acting>();

/** Runs `work` on behalf of an actor: its changes to the store are recorded under that actor. */
export function actingAs<Result>(acting: Acting, work: () => Result): Result {
  return storage.run(acting, work);
}

/** The current actor. Null if there is none, as in background jobs. */
export function currentActor(): Acting | null {
  return storage.getStore() ?? null;
}
