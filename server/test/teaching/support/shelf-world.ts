import { onTestFinished } from 'vitest';
import type { Persona } from '../../../src/domain/persona.ts';
import { createLog } from '../../../src/lib/log.ts';
import type { Store } from '../../../src/store/port.ts';
import { type ClassifierShelf, createClassifierShelf } from '../../../src/teaching/classifier-shelf.ts';
import { createTrainer, type Trainer } from '../../../src/teaching/create-trainer.ts';
import type { Patience } from '../../../src/teaching/upkeep.ts';

export const place = { workspaceId: 'ws_taught', profileId: 'prof_taught' };

export interface ShelfOptions {
  readonly memoryMb?: number;
  readonly patience?: Patience;
  readonly trainer?: Trainer;
  readonly now?: () => number;
}

export interface TestShelf extends ClassifierShelf {
  readonly logLines: string[];
  /** The number of classifiers read from the store, and the number of trained personas. */
  readonly counts: { loads: number; trainings: number };
}

/** The patience for tests in which nothing may be trained unless it is requested. */
const never: Patience = { absentMs: 3_600_000, outOfDateMs: 3_600_000 };
export const soon: Patience = { absentMs: 1, outOfDateMs: 1 };

/** Opens a classifier shelf on a real store, as a serving process does. It closes after the running test. */
export function openShelf(store: Store, options: ShelfOptions = {}): TestShelf {
  const { memoryMb = 64, patience = never, trainer = createTrainer(), now } = options;
  const counts = { loads: 0, trainings: 0 };
  const counting: Trainer = {
    ...trainer,
    inTurn: (workspaceId, work) =>
      trainer.inTurn(workspaceId, (train) =>
        work((persona, progress) => {
          counts.trainings += 1;
          return train(persona, progress);
        }),
      ),
  };
  const watched: Pick<Store, 'profile' | 'classifier' | 'keepClassifier'> = {
    profile: (input) => store.profile(input),
    keepClassifier: (input) => store.keepClassifier(input),
    classifier: (input) => {
      counts.loads += 1;
      return store.classifier(input);
    },
  };
  const logLines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => logLines.push(line) } });
  const shelf = createClassifierShelf({
    store: watched,
    trainer: counting,
    log,
    memoryMb,
    patience,
    ...(now && { now }),
  });
  onTestFinished(async () => {
    shelf.stop();
    await trainer.close();
  });
  return { ...shelf, logLines, counts };
}

/** Imports the persona into a profile. */
export async function bring(store: Store, persona: Persona, { workspaceId, profileId } = place): Promise<void> {
  const profiles = [{ id: profileId, displayName: 'Aurora Lane', persona }];
  const workspaces = [{ id: workspaceId, name: 'Aurora Lane', plan: 'agency' as const, profiles }];
  await store.importDocument({ workspaces }, { forceState: false, dryRun: false });
}

/** Repeats `ask` until its answer is the wanted one. Fails after a minute. */
export async function eventually<Value>(
  ask: () => Promise<Value> | Value,
  isWanted: (value: Value) => boolean,
): Promise<Value> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const value = await ask();
    if (isWanted(value)) return value;
    if (performance.now() > deadline) throw new Error(`this did not come about: ${isWanted}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
