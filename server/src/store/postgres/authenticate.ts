import type { AuthenticateInput, AuthenticateResult, Store } from '../port.ts';
import type { Call } from './database.ts';
import { isBadValue } from './store-fault.ts';

interface Waiting {
  readonly input: AuthenticateInput;
  readonly hash: string;
  readonly resolve: (result: AuthenticateResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Judges requests in batches: those that arrive while one round trip is under way go together as the next, so that
 * authentication holds one connection at most and costs little under load. Nothing is remembered between batches: a
 * revocation is in force on every process at once.
 */
export function createAuthentication(call: Call): Pick<Store, 'authenticate'> {
  const waiting: Waiting[] = [];
  let isUnderWay = false;

  async function drain(): Promise<void> {
    isUnderWay = true;
    while (waiting.length > 0) {
      // Every process sends keys in one order: so their windows are locked in one order, and no two batches lock each other out.
      const batch = waiting.splice(0, largestBatch).sort((one, other) => (one.hash < other.hash ? -1 : 1));
      await settle(batch);
    }
    isUnderWay = false;
  }

  async function settle(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await call<AuthenticateResult[]>('authenticate', {
        requests: JSON.stringify(batch.map(requestOf)),
      });
      for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    } catch (error) {
      // One request that the database cannot read must not fail those that happened to arrive with it.
      if (isBadValue(error) && batch.length > 1) for (const each of batch) await settle([each]);
      else for (const each of batch) each.reject(error);
    }
  }

  return {
    authenticate: (input) =>
      new Promise((resolve, reject) => {
        waiting.push({ input, hash: input.credential.kind === 'key' ? input.credential.hash : '', resolve, reject });
        if (!isUnderWay) void drain();
      }),
  };
}

const largestBatch = 200;

function requestOf({ input, hash }: Waiting) {
  const { address, credential, isRecentlyVerified, origin, failuresPerMinute, requestsPerMinute } = input;
  return {
    kind: credential.kind,
    ...(credential.kind === 'key' && { hash }),
    address,
    isRecentlyVerified: isRecentlyVerified && credential.kind === 'key',
    origin,
    failuresPerMinute,
    requestsPerMinute,
  };
}
