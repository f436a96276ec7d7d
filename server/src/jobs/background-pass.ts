import { faultName } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';

/**
 * Wraps a background pass so that it never throws. If a pass fails, logs which work is waiting. Logs no further
 * failures until a pass has succeeded.
 */
export function createBackgroundPass(
  makePass: () => Promise<void>,
  { log, whatWaits }: { readonly log: Pick<Log, 'warn'>; readonly whatWaits: string },
): () => Promise<void> {
  let isStoreAway = false;
  return async () => {
    try {
      await makePass();
      isStoreAway = false;
    } catch (error) {
      if (!isStoreAway) log.warn({ reason: faultName(error) }, `${whatWaits} are waiting for the store to recover`);
      isStoreAway = true;
    }
  };
}
