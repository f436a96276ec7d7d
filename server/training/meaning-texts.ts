import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { teachingOf } from '../src/drafting/answer/teaching.ts';
import { normalise } from '../src/drafting/text/normalise.ts';
import { tokens } from '../src/drafting/text/tokens.ts';
import { wordIdsOf } from '../src/drafting/text/word-ids.ts';
import type { LabelledCase } from './read-cases.ts';
import { readTeaching, taughtPersona } from './read-teaching.ts';
import { readTopics } from './read-topics.ts';

/** Texts with the same meaning, as word ids. */
export interface Theme {
  /** The approved text and the phrases of an item, or the phrasings of a topic. */
  readonly texts: readonly (readonly number[])[];
  /** Fans' questions that the item answers. */
  readonly messages: readonly (readonly number[])[];
  /** Texts that look like a question about the item but are different questions. */
  readonly nearMisses: readonly (readonly number[])[];
}

/** Themes to distinguish: the items of one creator, the topics of one author, or the words of one author. */
export interface Themes {
  /** `author/profile`, or null for topics and words. */
  readonly creator: string | null;
  readonly themes: readonly Theme[];
  /** The number of batches with these themes in an epoch. */
  readonly batches: number;
}

const batchesOfTopics = 25;
/** Each word occurs about twice in an epoch. */
const linesPerBatch = 20;

/** Returns the texts that belong to no creator: topics and words. */
export function commonThemes(): Themes[] {
  return [...topicThemes(), ...wordThemes()];
}

/**
 * Returns the items of the creators of these cases, with all their training phrases and the messages that one item
 * answers.
 */
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
    const texts = themes.reduce((sum, theme) => sum + theme.texts.length, 0);
    const batches = Math.max(8, Math.ceil(texts / Math.max(1, themes.length)));
    return [{ creator, themes, batches }];
  });
}

/** Returns the topics for which training authors wrote questions and facts. */
function topicThemes(): Themes[] {
  return [...Map.groupBy(readTopics('train'), ({ author }) => author).values()].map((own) => ({
    creator: null,
    batches: batchesOfTopics,
    themes: [...Map.groupBy(own, ({ topic }) => topic).values()].map((list) => ({
      texts: list.map(({ text }) => idsOf(text)),
      messages: [],
      nearMisses: [],
    })),
  }));
}

/** Reads interchangeable words and phrases, one group per line: `words/<author>/like.txt`, separated by " / ". */
function wordThemes(folder = join(import.meta.dirname, 'words')): Themes[] {
  return readdirSync(folder)
    .sort()
    .map((author) => {
      const lines = readFileSync(join(folder, author, 'like.txt'), 'utf8').split('\n');
      const themes = lines.map((line): Theme => {
        const texts = line.split(' / ').map(idsOf);
        return { texts: texts.filter(({ length }) => length > 0), messages: [], nearMisses: [] };
      });
      return { creator: null, batches: Math.ceil(themes.length / linesPerBatch), themes };
    });
}

function idsOf(text: string): number[] {
  return wordIdsOf(tokens(normalise(text)));
}
