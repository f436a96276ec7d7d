import { storedLikeness } from '../meaning/stored-meaning.ts';

/**
 * The weight of the similarity in meaning between a text and a class. This value was chosen on the validation creators.
 */
const sharpness = 10;

/**
 * Returns the initial score of each class for the meaning of a text. `meanings` contains the meanings of the classes in
 * their stored form.
 */
export function priorOf(meaning: Float32Array, meanings: Int8Array, classes: number): Float32Array {
  const prior = new Float32Array(classes);
  for (let at = 0; at < classes; at++) prior[at] = storedLikeness(meaning, meanings, at) * sharpness;
  return prior;
}
