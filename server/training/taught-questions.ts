import { authorsOf } from './read-messages.ts';
import { readTeaching } from './read-teaching.ts';

/** One phrase in this many is used. */
const oneOf = 5;

/**
 * An even selection of the phrases and near misses taught to training creators: harmless questions of many trades,
 * without those of left-out creators.
 */
export function taughtQuestions(isLeftOut: (creator: string) => boolean): string[] {
  return authorsOf('cases', 'train').flatMap((author) =>
    [...readTeaching(author)].flatMap(([profile, teaching]) =>
      isLeftOut(`${author}/${profile}`)
        ? []
        : [...teaching.values()].flatMap(({ aliases, nearMisses }) =>
            [...aliases, ...nearMisses].filter((_, at) => at % oneOf === 0),
          ),
    ),
  );
}
