import Type from 'typebox';
import { type Intent, intents } from '../../domain/decision.ts';
import { agreedForm } from './agreed-form.ts';
import { visible } from './data-block.ts';

const mostParts = 12;
const longestPart = 800;

const closed = { additionalProperties: false };
const strings = (maxLength: number, maxItems: number) => Type.Array(Type.String({ maxLength }), { maxItems });
const oneOf = <Name extends string>(names: readonly Name[]) => Type.Enum([...names], { type: 'string' });

export const readingForm = agreedForm(
  Type.Object(
    {
      intent: oneOf(intents),
      risk: oneOf(['safe', 'review', 'blocked']),
      courtesy: oneOf(['greeting', 'thanks', 'none']),
      parts: Type.Array(
        Type.Object({ text: Type.String({ maxLength: longestPart }), items: strings(120, 8) }, closed),
        {
          maxItems: mostParts,
        },
      ),
      topics: strings(300, 100),
    },
    closed,
  ),
);

/** A part of the message, [start, end) in UTF-16 units, and the items that together answer it. */
export interface ReadPart {
  readonly start: number;
  readonly end: number;
  readonly items: readonly string[];
}

/** A model's reading of a message. */
export interface Reading {
  readonly intent: Intent;
  readonly risk: 'safe' | 'review' | 'blocked';
  readonly courtesy: 'greeting' | 'thanks' | 'none';
  readonly parts: readonly ReadPart[];
  /** The number of the creator's topics that the message touches, according to the model. */
  readonly topics: number;
}

/**
 * Parses a model's reading of this message. Returns null if the answer does not match the form or the message: for
 * example, if the words of a part do not occur in the message, or if the model was not shown an item. Phrases are
 * removed from the items, because the service itself chooses phrases.
 */
export function readReading(
  text: string,
  shown: { readonly message: string; readonly items: ReadonlySet<string>; readonly phrases: ReadonlySet<string> },
): Reading | null {
  const answer = readingForm.read(text);
  if (answer === null) return null;
  const { parts, topics, ...rest } = answer;
  const found: ReadPart[] = [];
  for (const part of parts) {
    const place = placeOf(part.text, shown.message);
    const isShown = part.items.every((id) => shown.items.has(id) || shown.phrases.has(id));
    if (place === null || !isShown) return null;
    found.push({ ...place, items: [...new Set(part.items)].filter((id) => shown.items.has(id)) });
  }
  return { ...rest, parts: found, topics: topics.length };
}

/**
 * Finds the words of an excerpt in a message, regardless of case, punctuation and spaces. Returns null if they do not
 * occur.
 */
function placeOf(excerpt: string, message: string): { start: number; end: number } | null {
  const wanted = wordsIn(visible(excerpt));
  const words = wordsIn(message);
  if (wanted.length === 0) return null;
  const at = words.findIndex((_, place) => wanted.every(({ word }, offset) => words[place + offset]?.word === word));
  const [first, last] = [words[at], words[at + wanted.length - 1]];
  return first === undefined || last === undefined ? null : { start: first.start, end: last.end };
}

function wordsIn(text: string): { word: string; start: number; end: number }[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}\p{Cf}]+|\p{Extended_Pictographic}/gu)].flatMap((match) => {
    const word = visible(match[0]).toLowerCase();
    return word === '' ? [] : [{ word, start: match.index, end: match.index + match[0].length }];
  });
}
