import { setTimeout as delay } from 'node:timers/promises';
import { createWaitingPage } from '../../http/waiting-page.ts';
import { StoreUnavailable } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { Store } from '../../store/port.ts';
import { onInterrupt } from '../on-interrupt.ts';
import { exitCodes } from '../terminal.ts';
import { listenAt, type Place } from './listen.ts';

/** If opening takes longer than this, a temporary server answers at the service's address. */
const patienceMs = 1_000;
const attemptEveryMs = 2_000;
const reportEveryMs = 10_000;

/**
 * Opens a database that might not be available yet, for example after a restart of the machine. It retries every 2 s,
 * and logs the reason immediately and every 10 s. Meanwhile, and during an upgrade of the schema, `/healthz` answers
 * and all other paths return 503. An interrupt ends the process, because there is nothing to finish yet.
 * @throws OperatorError when the operator must act, or the address is in use
 */
export async function openWhenReachable(open: () => Promise<Store>, place: Place, log: Log): Promise<Store> {
  let reason = 'the database is being upgraded by this or another process';
  let isGivenUp = false;
  let toldAt = Number.NEGATIVE_INFINITY;
  const attempt = async (): Promise<Store> => {
    while (true) {
      try {
        return await open();
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || isGivenUp) throw error;
        if (error.reason !== reason || performance.now() - toldAt >= reportEveryMs) {
          log.warn({ reason: error.reason, attemptEveryMs }, 'waiting for the database');
          toldAt = performance.now();
        }
        reason = error.reason;
      }
      await delay(attemptEveryMs);
    }
  };

  const stopListening = onInterrupt(() => process.exit(exitCodes.done));
  const opening = attempt();
  try {
    const isSoon = await Promise.race([opening.then(() => true), delay(patienceMs, false, { ref: false })]);
    if (isSoon || place.port === 0) return await opening;
    const page = createWaitingPage(() => reason);
    await listenAt(place, () => page.listen(place.host, place.port));
    try {
      return await opening;
    } finally {
      await page.close();
    }
  } catch (error) {
    isGivenUp = true;
    opening.then((store) => store.close()).catch(() => undefined);
    throw error;
  } finally {
    stopListening();
  }
}
