import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Persona } from '../domain/persona.ts';
import { readClassifierFile } from '../drafting/answer/read-classifier-file.ts';
import { teachingHash, teachingOf } from '../drafting/answer/teaching.ts';
import type { StoredClassifier } from '../store/teaching-port.ts';

/**
 * Reads the trained classifier that is shipped with a demo persona, so that neither a first start nor `understudy demo`
 * waits for training. Returns null if none is shipped, or if the persona was changed after the training. The caller
 * must then train one.
 */
export function demoClassifier(profileId: string, persona: Persona): StoredClassifier | null {
  const path = demoClassifierPath(profileId);
  if (!existsSync(path)) return null;
  const bytes = readFileSync(path);
  const items = teachingOf(persona);
  const trained = readClassifierFile(bytes).items;
  const isCurrent =
    trained.length === items.length &&
    trained.every(({ id, hash }, at) => id === items[at]?.id && hash === items[at]?.hash);
  return isCurrent ? { hash: teachingHash(items), bytes } : null;
}

/** Returns the path at which `npm run train:demo` stores a profile's classifier. */
export function demoClassifierPath(profileId: string): string {
  return join(import.meta.dirname, `../../demo/${profileId}.classifier`);
}
