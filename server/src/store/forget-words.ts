import { isDeepStrictEqual } from 'node:util';
import { personaRevision } from '../domain/profile-revision.ts';
import type { PersonaDraftRecord } from './console-port.ts';

/** The persona in a profile row or a draft row. */
export interface PersonaState
  extends Pick<PersonaDraftRecord, 'published' | 'publishedRevision' | 'draft' | 'baseRevision'> {
  /** The number of unpublished changes; null leaves it unchanged. */
  readonly unpublished: 0 | null;
}

/**
 * Removes the aliases and near misses that are in `words` from a profile's live persona and draft. Returns null if
 * neither contains any of them.
 */
export function forgetInPersona(words: readonly string[], record: PersonaDraftRecord): PersonaState | null {
  const forgotten = forgottenOf(words);
  const { displayName, status } = record;
  const published = without(record.published, forgotten);
  const isSame = isDeepStrictEqual(published, record.published);
  const publishedRevision = isSame
    ? record.publishedRevision
    : personaRevision({ displayName, status, persona: published });
  const draft = without(record.draft, forgotten);
  if (isSame && isDeepStrictEqual(draft, record.draft)) return null;
  if (draft === null || isDeepStrictEqual(draft, published)) {
    return { published, publishedRevision, draft: null, baseRevision: null, unpublished: 0 };
  }
  const baseRevision = record.baseRevision === record.publishedRevision ? publishedRevision : record.baseRevision;
  return { published, publishedRevision, draft, baseRevision, unpublished: null };
}

/**
 * Removes the aliases and near misses that are in `words` from an item or a persona in the history. The item or persona
 * is JSON text.
 */
export function forgetInJson(words: readonly string[], json: string | null): string | null {
  return json === null ? null : JSON.stringify(without(JSON.parse(json), forgottenOf(words)));
}

/**
 * Returns each word in the form in which this service encodes it within JSON text. A store can thus find the texts that
 * may contain the word.
 */
export function quotedForms(words: readonly string[]): string[] {
  return words.map((each) => JSON.stringify(each.trim()).slice(1, -1));
}

const lists = new Set(['aliases', 'nearMisses']);

function forgottenOf(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map((each) => each.trim()));
}

function without<Value>(value: Value, words: ReadonlySet<string>): Value {
  // Only members of string arrays are removed, so the value keeps its type.
  return cut(value, words) as Value;
}

function cut(value: unknown, words: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => cut(each, words));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const isList = lists.has(name) && Array.isArray(each);
      return [name, isList ? each.filter((text) => !words.has(String(text).trim())) : cut(each, words)];
    }),
  );
}
