import type { Persona } from '../domain/persona.ts';
import { readClassifier, type TaughtClassifier } from '../drafting/answer/taught-classifier.ts';
import type { Log } from '../lib/log.ts';
import { createRecentMap } from '../lib/recent-map.ts';
import type { Store } from '../store/port.ts';
import type { StoredClassifier } from '../store/teaching-port.ts';
import { type Trainer, TrainingStopped } from './create-trainer.ts';
import { isTeachable, teachingHashOf } from './persona-hash.ts';
import { type ProfilePlace, teachProfile } from './teach-profile.ts';
import { createUpkeep, type Fault, patience as ownPatience, type Patience, reasonOf } from './upkeep.ts';
import { waitFor } from './wait-for.ts';

/** A profile with either its live persona or its draft. */
export type TaughtProfile = ProfilePlace & { readonly persona: Persona };

export interface ClassifierShelf {
  /**
   * Returns the classifier for drafts of a live persona: immediately if it is in memory, otherwise after asking the
   * store. The classifier may have been trained on a different state of the persona, so it contains a hash of each
   * item's training phrases. Returns null if there is no classifier yet. Never throws, and never waits for training.
   */
  get(profile: TaughtProfile): TaughtClassifier | null | Promise<TaughtClassifier | null>;
  /**
   * Returns the classifier for a draft of a persona. If no classifier fits, trains one now and keeps it only in memory.
   * If training fails or takes more than 20 seconds, returns the live persona's classifier.
   */
  ofDraft(profile: TaughtProfile): Promise<TaughtClassifier | null>;
  /**
   * Trains and stores the classifier of a newly published persona. Resolves to `later` if training fails or takes
   * longer than a minute, or if `gone` is aborted. Drafts then use the previous classifier, and training continues or
   * is retried.
   */
  teach(profile: TaughtProfile, gone?: AbortSignal): Promise<'taught' | 'later'>;
  /** Cancels scheduled training. The code that created the trainer must close the trainer. */
  stop(): void;
}

/** A shelf that has no classifiers and never trains any. */
export const noClassifiers: ClassifierShelf = {
  get: () => null,
  ofDraft: async () => null,
  teach: async () => 'later',
  stop: () => {},
};

interface Entry {
  readonly hash: string | null;
  readonly classifier: TaughtClassifier | null;
  readonly lookedAtMs: number;
  /** The bytes of a draft's classifier, kept so that publishing the draft does not retrain it. */
  readonly bytes?: Uint8Array;
}

const lookEveryMs = 1_000;
const longestMs = { draft: 20_000, publish: 60_000 };
const entryBytes = 300;

/**
 * Creates a shelf that provides every profile's classifier. The store contains the classifiers of all live personas,
 * and memory contains a limited number of them. Concurrent requests for the same classifier share one load.
 */
export function createClassifierShelf(deps: {
  store: Pick<Store, 'profile' | 'classifier' | 'keepClassifier'>;
  trainer: Trainer;
  log: Log;
  /** The memory limit for all classifiers together, in megabytes. */
  memoryMb: number;
  patience?: Patience;
  now?: () => number;
}): ClassifierShelf {
  const { store, trainer, log, memoryMb, patience = ownPatience, now = () => performance.now() } = deps;
  const memory = createRecentMap<Entry>(memoryMb * 1_048_576, ({ classifier, bytes }) => {
    return entryBytes + (classifier?.sizeBytes ?? 0) + (bytes?.length ?? 0);
  });
  const loads = new Map<string, Promise<Entry>>();
  const drafts = new Map<string, Promise<Entry | null>>();
  const upkeep = createUpkeep({ store, trainer, log, patience, onTaught: put });

  function put(place: ProfilePlace, { hash, bytes }: StoredClassifier): Entry {
    const entry = { hash, classifier: read(place, bytes), lookedAtMs: now() };
    memory.set(nameOf(place), entry);
    return entry;
  }

  function read(place: ProfilePlace, bytes: Uint8Array): TaughtClassifier | null {
    try {
      return readClassifier(bytes);
    } catch (error) {
      log.warn(
        { ...pick(place), reason: reasonOf(error) },
        'a stored classifier cannot be read, so it will be retrained',
      );
      return null;
    }
  }

  /** Loads the stored classifier. While the store is unavailable, returns the last known one. */
  function load(place: ProfilePlace): Promise<Entry> {
    const name = nameOf(place);
    const underWay = loads.get(name);
    if (underWay !== undefined) return underWay;
    const load = store
      .classifier(pick(place))
      .then(
        (stored) => {
          if (stored !== null && stored.hash !== memory.get(name)?.hash) return put(place, stored);
          const known = stored === null ? null : memory.get(name);
          return remember(name, { hash: known?.hash ?? null, classifier: known?.classifier ?? null });
        },
        () => {
          const known = memory.get(name);
          return remember(name, { hash: known?.hash ?? null, classifier: known?.classifier ?? null });
        },
      )
      .finally(() => loads.delete(name));
    loads.set(name, load);
    return load;
  }

  function remember(name: string, known: Pick<Entry, 'hash' | 'classifier'>): Entry {
    const entry = { ...known, lookedAtMs: now() };
    memory.set(name, entry);
    return entry;
  }

  /** Returns the entry in memory if it is usable and up to date, or if the store was asked less than a second ago. */
  function inMemory(place: ProfilePlace, hash: string): Entry | null {
    const entry = memory.get(nameOf(place));
    if (entry === undefined) return null;
    const fits = entry.hash === hash && entry.classifier !== null;
    return fits || now() - entry.lookedAtMs < lookEveryMs ? entry : null;
  }

  function trainDraft(profile: TaughtProfile, name: string): Promise<Entry | null> {
    const underWay = drafts.get(name);
    if (underWay !== undefined) return underWay;
    const training = trainer
      .inTurn(profile.workspaceId, (train) => train(profile.persona))
      .then(
        ({ hash, bytes }) => {
          const entry = { hash, classifier: read(profile, bytes), lookedAtMs: now(), bytes };
          memory.set(name, entry);
          return entry;
        },
        (error: unknown) => {
          if (!(error instanceof TrainingStopped))
            log.warn({ ...pick(profile), reason: reasonOf(error) }, "a draft's classifier could not be trained");
          return null;
        },
      )
      .finally(() => drafts.delete(name));
    drafts.set(name, training);
    return training;
  }

  async function trainAndStore(profile: TaughtProfile): Promise<void> {
    const name = draftNameOf(profile);
    const draft = (await drafts.get(name)) ?? memory.get(name);
    await trainer.inTurn(profile.workspaceId, async (train) => {
      const made = draft?.bytes;
      const known = made === undefined ? train : async () => ({ hash: teachingHashOf(profile.persona), bytes: made });
      put(profile, await teachProfile(store, known, profile));
    });
    memory.delete(name);
  }

  return {
    get(profile) {
      if (!isTeachable(profile.persona)) return null;
      const hash = teachingHashOf(profile.persona);
      const use = (entry: Entry): TaughtClassifier | null => {
        const fault = faultOf(entry, hash);
        if (fault !== null) upkeep.notice(pick(profile), hash, fault);
        return entry.classifier;
      };
      const known = inMemory(profile, hash);
      return known === null ? load(profile).then(use) : use(known);
    },

    async ofDraft(profile) {
      if (!isTeachable(profile.persona)) return null;
      const hash = teachingHashOf(profile.persona);
      const live = inMemory(profile, hash) ?? (await load(profile));
      if (live.hash === hash && live.classifier !== null) return live.classifier;
      const name = draftNameOf(profile);
      const draft = memory.get(name) ?? (await waitFor(trainDraft(profile, name), longestMs.draft));
      return draft?.classifier ?? live.classifier;
    },

    async teach(profile, gone) {
      if (!isTeachable(profile.persona)) return 'taught';
      const teaching = trainAndStore(profile).then(
        () => 'taught' as const,
        (error: unknown) => {
          upkeep.failed(pick(profile), teachingHashOf(profile.persona), error);
          return 'later' as const;
        },
      );
      return (await waitFor(teaching, longestMs.publish, gone)) ?? 'later';
    },

    stop: upkeep.stop,
  };
}

function faultOf({ hash, classifier }: Entry, wanted: string): Fault | null {
  if (hash === null) return 'absent';
  if (classifier === null) return 'unreadable';
  return hash === wanted ? null : 'out_of_date';
}

function pick({ workspaceId, profileId }: ProfilePlace): ProfilePlace {
  return { workspaceId, profileId };
}

function nameOf({ workspaceId, profileId }: ProfilePlace): string {
  return JSON.stringify([workspaceId, profileId]);
}

function draftNameOf({ workspaceId, profileId, persona }: TaughtProfile): string {
  return JSON.stringify([workspaceId, profileId, teachingHashOf(persona)]);
}
