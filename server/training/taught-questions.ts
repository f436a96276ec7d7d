import { authorsOf } from './read-messages.ts';
import { readTeaching } from './read-teaching.ts';

/** One phrase in this many is used. */
const oneOf = 5;

/**
 * Returns an even selection of the training phrases and near misses of training creators: harmless questions from many
 * trades, without those of left-out creators.
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
