import { faultName } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { createRecentMap } from '../lib/recent-map.ts';
import type { Store } from '../store/port.ts';
import type { StoredClassifier } from '../store/teaching-port.ts';
import { type Trainer, TrainingFailed, TrainingStopped } from './create-trainer.ts';
import { isTeachable, teachingHashOf } from './persona-hash.ts';
import { type ProfilePlace, teachProfile } from './teach-profile.ts';

/**
 * How long a classifier may be missing or out of date before this process trains it. The process that changed the
 * persona trains it immediately.
 */
export interface Patience {
  readonly absentMs: number;
  readonly outOfDateMs: number;
}

export const patience: Patience = { absentMs: 1_000, outOfDateMs: 10_000 };
const longestMs = 3_600_000;
const mostAttempts = 10_000;

export type Fault = 'absent' | 'out_of_date' | 'unreadable';

export interface Upkeep {
  /**
   * Schedules a check of the profile, which trains its classifier if it is still missing, unreadable or out of date.
   */
  notice(place: ProfilePlace, hash: string, fault: Fault): void;
  /**
   * Schedules a retry after failed training. Logs the failure once for each state of the persona's training phrases.
   */
  failed(place: ProfilePlace, hash: string, error: unknown): void;
  stop(): void;
}

interface UpkeepDeps {
  readonly store: Pick<Store, 'profile' | 'classifier' | 'keepClassifier'>;
  readonly trainer: Trainer;
  readonly log: Log;
  readonly patience: Patience;
  readonly onTaught: (place: ProfilePlace, taught: StoredClassifier) => void;
}

/**
 * Creates the job that trains classifiers that drafts found missing, unreadable or out of date: after an import from an
 * older version, a restore, a move, an erasure, or failed training. Each retry for the same training phrases waits
 * twice as long, up to an hour. The wait limits the cost of two versions running side by side, or of a persona that
 * cannot be trained.
 */
export function createUpkeep({ store, trainer, log, patience, onTaught }: UpkeepDeps): Upkeep {
  const timers = new Map<string, NodeJS.Timeout>();
  const attempts = createRecentMap<{ readonly hash: string; readonly count: number }>(mostAttempts);
  let isStopped = false;

  function countOf(key: string, hash: string): number {
    const last = attempts.get(key);
    return last?.hash === hash ? last.count : 0;
  }

  function notice(place: ProfilePlace, hash: string, fault: Fault): void {
    const key = keyOf(place);
    if (isStopped || timers.has(key)) return;
    const firstMs = fault === 'out_of_date' ? patience.outOfDateMs : patience.absentMs;
    const waitMs = Math.min(longestMs, firstMs * 2 ** countOf(key, hash));
    timers.set(key, setTimeout(() => void look(place, hash, fault), waitMs).unref());
  }

  function failed(place: ProfilePlace, hash: string, error: unknown): void {
    if (error instanceof TrainingStopped || isStopped) return;
    const isFirst = countOf(keyOf(place), hash) === 0;
    attempted(keyOf(place), hash);
    notice(place, hash, 'out_of_date');
    if (!isFirst) return;
    log.warn(
      { ...place, reason: reasonOf(error) },
      'a classifier could not be trained; drafts use the previous one, and training will be retried',
    );
  }

  async function look(place: ProfilePlace, noticed: string, fault: Fault): Promise<void> {
    const key = keyOf(place);
    let hash = noticed;
    let failure: unknown;
    try {
      await trainer.inTurn(place.workspaceId, async (train) => {
        const profile = await store.profile(place);
        if (profile === null || !isTeachable(profile.persona)) return;
        hash = teachingHashOf(profile.persona);
        const taught = await teachProfile(
          store,
          train,
          { ...place, persona: profile.persona },
          {
            isAnew: fault === 'unreadable',
          },
        );
        if (taught.isTrained) attempted(key, hash);
        onTaught(place, taught);
      });
    } catch (error) {
      failure = error;
    }
    timers.delete(key);
    if (failure !== undefined) failed(place, hash, failure);
  }

  function attempted(key: string, hash: string): void {
    attempts.set(key, { hash, count: countOf(key, hash) + 1 });
  }

  return {
    notice,
    failed,
    stop() {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

function keyOf({ workspaceId, profileId }: ProfilePlace): string {
  return JSON.stringify([workspaceId, profileId]);
}

/** Returns a training failure's reason for the log, or the name of any other error. */
export function reasonOf(error: unknown): string {
  return error instanceof TrainingFailed ? error.reason : faultName(error);
}
