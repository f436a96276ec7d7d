import { storedLikeness } from '../meaning/stored-meaning.ts';

/** How much the likeness of a text and a class counts for the class before any of its words does; chosen on validation creators. */
const sharpness = 10;

/** What each class is given for the meaning of a text; `meanings` as a classifier stores them. */
export function priorOf(meaning: Float32Array, meanings: Int8Array, classes: number): Float32Array {
  const prior = new Float32Array(classes);
  for (let at = 0; at < classes; at++) prior[at] = storedLikeness(meaning, meanings, at) * sharpness;
  return prior;
}
