import { Worker } from 'node:worker_threads';
import type { Recognition } from '../../domain/console/teaching-contract.ts';
import type { Persona } from '../../domain/persona.ts';
import { createRecentMap } from '../../lib/recent-map.ts';
import { createPlaces } from '../../lib/turns/places.ts';
import { teachingHashOf } from '../../teaching/persona-hash.ts';

const heapMb = 1_024;
const mostKept = 50;

/**
 * Creates the measurement of how often unseen questions find each item. A separate thread trains a classifier without a
 * fifth of the phrases and classifies that fifth. The thread repeats this for each fifth. One persona is measured at a
 * time, and workspaces take turns. The most recently requested results are cached.
 */
export function createRecognition() {
  const turns = createPlaces({ total: 1 });
  const kept = createRecentMap<Recognition['items']>(mostKept);

  return async (workspaceId: string, persona: Persona, gone: AbortSignal): Promise<Recognition> => {
    const key = `${workspaceId} ${teachingHashOf(persona)}`;
    const leave = await turns.take(workspaceId, gone);
    try {
      const items = kept.get(key) ?? (await measure(persona, gone));
      kept.set(key, items);
      return { items };
    } finally {
      leave();
    }
  };
}

function measure(persona: Persona, gone: AbortSignal): Promise<Recognition['items']> {
  return new Promise((resolve, reject) => {
    gone.throwIfAborted();
    const worker = new Worker(new URL('./recognition-worker.ts', import.meta.url), {
      workerData: persona,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const abandon = () => {
      reject(gone.reason);
      void worker.terminate();
    };
    gone.addEventListener('abort', abandon, { once: true });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      gone.removeEventListener('abort', abandon);
      reject(new Error('the thread that measures teaching ended without an answer'));
    });
  });
}
