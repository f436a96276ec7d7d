import Type from 'typebox';
import { type Intent, intents } from '../../domain/decision.ts';
import { createValidator } from '../../lib/validator.ts';
import { visible } from './data-block.ts';
import { readJson } from './read-json.ts';

const mostParts = 12;
const longestPart = 800;

const Answer = Type.Object(
  {
    intent: Type.Enum([...intents]),
    risk: Type.Enum(['safe', 'review', 'blocked']),
    courtesy: Type.Enum(['greeting', 'thanks', 'none']),
    parts: Type.Array(
      Type.Object(
        {
          text: Type.String({ maxLength: longestPart }),
          items: Type.Array(Type.String({ maxLength: 120 }), { maxItems: 8 }),
        },
        { additionalProperties: false },
      ),
      { maxItems: mostParts },
    ),
    topics: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100 }),
  },
  { additionalProperties: false },
);
const validate = createValidator(Answer);

/** The form in plain JSON Schema, which every provider accepts; the service checks the limits itself. */
export const readingSchema = {
  type: 'object',
  properties: {
    intent: { type: 'string', enum: [...intents] },
    risk: { type: 'string', enum: ['safe', 'review', 'blocked'] },
    courtesy: { type: 'string', enum: ['greeting', 'thanks', 'none'] },
    parts: {
      type: 'array',
      items: {
        type: 'object',
        properties: { text: { type: 'string' }, items: { type: 'array', items: { type: 'string' } } },
        required: ['text', 'items'],
        additionalProperties: false,
      },
    },
    topics: { type: 'array', items: { type: 'string' } },
  },
  required: ['intent', 'risk', 'courtesy', 'parts', 'topics'],
  additionalProperties: false,
} as const;

/** A stretch of the message, [start, end) in UTF-16 units, and the items that answer it together. */
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
  /** How many of the creator's topics the message touches. */
  readonly topics: number;
}

/**
 * A model's reading of this message; null if it is not in the agreed form: other fields, an unknown intent, more than
 * 12 parts, a part whose words do not occur in the message, or an item that the model was not shown. Phrases are
 * removed from the items, because code chooses them.
 */
export function readReading(
  text: string,
  shown: { readonly message: string; readonly items: ReadonlySet<string>; readonly phrases: ReadonlySet<string> },
): Reading | null {
  const judged = validate(readJson(text));
  if (!judged.ok) return null;
  const { intent, risk, courtesy, parts, topics } = judged.value;
  const intentRead = intents.find((one) => one === intent);
  const found: ReadPart[] = [];
  for (const part of parts) {
    const place = placeOf(part.text, shown.message);
    const isShown = part.items.every((id) => shown.items.has(id) || shown.phrases.has(id));
    if (place === null || !isShown) return null;
    found.push({ ...place, items: [...new Set(part.items)].filter((id) => shown.items.has(id)) });
  }
  if (intentRead === undefined) return null;
  return { intent: intentRead, risk, courtesy, parts: found, topics: topics.length };
}

/**
 * The position of an excerpt's words in a message; case, punctuation and spaces may differ. Null if it does not occur.
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
