import { AsyncLocalStorage } from 'node:async_hooks';

/** The actor of an operation, and the surface and address that it came from. */
export interface Acting {
  /** `visitor` means that nobody is signed in yet, for example while accepting an invitation. */
  readonly kind: 'account' | 'key' | 'operator' | 'visitor';
  /** The account or key id; null for other actors. */
  readonly id: string | null;
  /** The person's name, or the operator's login on the host; null if unknown. */
  readonly name: string | null;
  readonly surface: 'console' | 'api' | 'cli';
  /** The address in its logged form; null if it is unknown or not logged. */
  readonly address: string | null;
}

const storage = new AsyncLocalStorage<Acting>();

/** Runs `work` on behalf of an actor. Changes that `work` makes to the store are recorded under that actor. */
export function actingAs<Result>(acting: Acting, work: () => Result): Result {
  return storage.run(acting, work);
}

/** Returns the current actor, or null if there is none, as in background jobs. */
export function currentActor(): Acting | null {
  return storage.getStore() ?? null;
}
