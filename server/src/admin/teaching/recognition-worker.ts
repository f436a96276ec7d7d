import { parentPort, workerData } from 'node:worker_threads';
import type { Persona } from '../../domain/persona.ts';
import { judgePhrases } from '../../drafting/answer/judge-phrases.ts';
import { findConfusions } from './find-confusions.ts';
import { flagMessage } from './sift-phrases.ts';

/** Measures one persona in this thread, which then ends. Five trainings take seconds, so they must not delay drafts. */
async function recognition(persona: Persona) {
  const flags = judgePhrases(persona);
  const confusions = await findConfusions(persona, new Set(flags.map(({ text }) => text)), () => undefined);
  const flagsOf = Map.groupBy(flags, ({ itemId }) => itemId);
  return confusions.map(({ itemId, asked, right, takenBy }) => ({
    id: itemId,
    asked,
    found: right,
    takenBy: takenBy.map((other) => ({ id: other.itemId, count: other.count })),
    flagged: (flagsOf.get(itemId) ?? []).map((flag) => ({
      kind: flag.kind,
      text: flag.text,
      message: flagMessage(flag),
    })),
  }));
}

if (parentPort !== null) parentPort.postMessage(await recognition(workerData));
