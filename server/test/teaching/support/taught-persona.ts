import type { Fact, Persona } from '../../../src/domain/persona.ts';
import { createDice } from '../../../src/drafting/learned/dice.ts';

const things =
  'mug bowl vase plate print poster lesson workshop course ticket album hoodie sticker lens preset frame card parcel'.split(
    ' ',
  );
const matters =
  'shipping price size colour care refund date address discount gift repair deposit parking beginner material delay'.split(
    ' ',
  );
const asking = 'do you can i is the how much when does where for my please hi get with it a'.split(' ');

/**
 * Creates a persona of made-up items with the given numbers of phrases and near misses. A different seed produces
 * different phrases.
 */
export function taughtPersona(options: {
  items: number;
  phrases: number;
  nearMisses?: number;
  seed?: number;
}): Persona & { facts: Fact[] } {
  const { items, phrases, nearMisses = 0, seed = 1 } = options;
  const dice = createDice(seed);
  const oneOf = (words: readonly string[]): string => words[dice.below(words.length)] ?? '';
  const phraseOf = (thing: string, matter: string): string =>
    [...Array.from({ length: 2 + dice.below(6) }, () => oneOf(asking)), thing, matter, oneOf(asking)].join(' ');
  return {
    languages: ['en'],
    facts: Array.from({ length: items }, (_, index) => {
      const thing = things[index % things.length] ?? '';
      const matter = matters[Math.floor(index / things.length + index) % matters.length] ?? '';
      return {
        id: `f_${index}`,
        topic: `${thing} ${matter}`,
        text: `About the ${matter} of the ${thing}: it is as the label of number ${index} says.`,
        aliases: Array.from({ length: phrases }, () => phraseOf(thing, matter)),
        nearMisses: Array.from({ length: nearMisses }, () => phraseOf(thing, oneOf(matters))),
      };
    }),
  };
}
