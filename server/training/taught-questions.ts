import { authorsOf } from './read-messages.ts';
import { readTeaching } from './read-teaching.ts';

/** One of so many phrases is taken. */
const oneOf = 5;

/** An even part of the phrases and near misses that training creators were taught: harmless questions of many trades; not those of creators left out. */
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
