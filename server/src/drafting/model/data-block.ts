import { randomBytes } from 'node:crypto';
import type { HistoryMessage } from '../../domain/conversation.ts';

const unseen = /\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Co}/gu;
const longestHistoryBody = 700;

export interface DataBlock {
  readonly tag: string;
  readonly text: string;
}

/**
 * Wraps external data as one line of JSON between tags whose name cannot be guessed. The JSON contains no invisible
 * characters and no angle brackets, so the data cannot close the tag.
 */
export function dataBlock(value: unknown, tag = randomTag()): DataBlock {
  const json = JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'string' ? visible(inner) : inner));
  const escaped = json.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
  return { tag, text: `<${tag}>\n${escaped}\n</${tag}>` };
}

/** Returns a random tag name, which cannot be guessed. */
export function randomTag(): string {
  return `data-${randomBytes(8).toString('hex')}`;
}

/** Returns the text that a model sees, without invisible characters. Its length may differ from the original. */
export function visible(text: string): string {
  return text.replace(unseen, '');
}

/**
 * Returns a message of the thread in the form that a model sees: its sender and at most 700 UTF-16 units of its text.
 */
export function shownMessage({ direction, body }: HistoryMessage): { from: 'fan' | 'creator'; text: string } {
  return { from: direction === 'inbound' ? 'fan' : 'creator', text: body.slice(0, longestHistoryBody) };
}
