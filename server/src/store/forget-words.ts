import { isDeepStrictEqual } from 'node:util';
import { personaRevision } from '../domain/profile-revision.ts';
import type { PersonaDraftRecord } from './console-port.ts';

/** The parts of a persona in the rows of a profile and of its draft. */
export interface PersonaState
  extends Pick<PersonaDraftRecord, 'published' | 'publishedRevision' | 'draft' | 'baseRevision'> {
  /** Null leaves the number unchanged. */
  readonly unpublished: 0 | null;
}

/**
 * The live and draft persona of a profile, without the aliases and near misses that are in `words`; null if nothing is
 * removed.
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

/** An item or a persona from the history as JSON text, without those aliases and near misses. */
export function forgetInJson(words: readonly string[], json: string | null): string | null {
  return json === null ? null : JSON.stringify(without(JSON.parse(json), forgottenOf(words)));
}

/** How this service encodes words within a JSON text, so that a store can find the texts that may contain them. */
export function quotedForms(words: readonly string[]): string[] {
  return words.map((each) => JSON.stringify(each.trim()).slice(1, -1));
}

const lists = new Set(['aliases', 'nearMisses']);

function forgottenOf(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map((each) => each.trim()));
}

function without<Value>(value: Value, words: ReadonlySet<string>): Value {
  // Removes only members of string arrays, which may have any length.
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
