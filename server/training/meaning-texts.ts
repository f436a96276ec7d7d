import { teachingOf } from '../src/drafting/answer/teaching.ts';
import { normalise } from '../src/drafting/text/normalise.ts';
import { tokens } from '../src/drafting/text/tokens.ts';
import { wordIdsOf } from '../src/drafting/text/word-ids.ts';
import type { LabelledCase } from './read-cases.ts';
import { readTeaching, taughtPersona } from './read-teaching.ts';
import { readTopics } from './read-topics.ts';

/** Texts that mean the same, as word ids. */
export interface Theme {
  /** The approved text and the phrases of an item, or the phrasings of a topic. */
  readonly texts: readonly (readonly number[])[];
  /** What fans asked that the item answers. */
  readonly messages: readonly (readonly number[])[];
  /** What looks like the item's question and is another. */
  readonly nearMisses: readonly (readonly number[])[];
}

/** Themes that are to be told apart: the items of one creator, or the topics of one author. */
export interface Themes {
  /** `author/profile`, or null for topics. */
  readonly creator: string | null;
  readonly themes: readonly Theme[];
}

/** The items of the creators of these cases, with all that they were taught and the messages that one item answers. */
export function creatorThemes(cases: readonly LabelledCase[]): Themes[] {
  return [...Map.groupBy(cases, ({ author, profile }) => `${author}/${profile}`)].flatMap(([creator, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const teaching = readTeaching(first.author).get(first.profile) ?? new Map();
    const items = teachingOf(taughtPersona(first.input.persona, teaching, { phrases: 100, nearMisses: 50 }));
    const themes = items.map(({ id, text, label, phrases, nearMisses }): Theme => {
      const answered = own.filter((one) => one.risk === 'safe' && one.items.length === 1 && one.items[0] === id);
      return {
        texts: [text, label, ...phrases].filter((said) => said !== '').map(idsOf),
        messages: answered.map(({ message }) => idsOf(message)),
        nearMisses: nearMisses.map(idsOf),
      };
    });
    return [{ creator, themes }];
  });
}

/** The topics that training authors wrote questions and facts for. */
export function topicThemes(): Themes[] {
  return [...Map.groupBy(readTopics('train'), ({ author }) => author).values()].map((own) => ({
    creator: null,
    themes: [...Map.groupBy(own, ({ topic }) => topic).values()].map((list) => ({
      texts: list.map(({ text }) => idsOf(text)),
      messages: [],
      nearMisses: [],
    })),
  }));
}

function idsOf(text: string): number[] {
  return wordIdsOf(tokens(normalise(text)));
}
