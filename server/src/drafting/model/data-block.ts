import { randomBytes } from 'node:crypto';
import type { HistoryMessage } from '../../domain/conversation.ts';

const unseen = /\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Co}/gu;
const longestHistoryBody = 700;

export interface DataBlock {
  readonly tag: string;
  readonly text: string;
}

/**
 * External data, as one line of JSON between tags with a name that no outsider can know. It contains no invisible
 * characters and no angle brackets, so that nothing in it can close the tag.
 */
export function dataBlock(value: unknown, tag = randomTag()): DataBlock {
  const json = JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'string' ? visible(inner) : inner));
  const escaped = json.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
  return { tag, text: `<${tag}>\n${escaped}\n</${tag}>` };
}

/** A name for a tag that no outsider can know. */
export function randomTag(): string {
  return `data-${randomBytes(8).toString('hex')}`;
}

/** The text in the form shown to a model, without invisible characters. Its length may differ. */
export function visible(text: string): string {
  return text.replace(unseen, '');
}

/** A message of the thread in the form shown to a model. */
export function shownMessage({ direction, body }: HistoryMessage): { from: 'fan' | 'creator'; text: string } {
  return { from: direction === 'inbound' ? 'fan' : 'creator', text: body.slice(0, longestHistoryBody) };
}
