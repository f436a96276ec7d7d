import type { PhraseKind } from '../../drafting/answer/judge-phrases.ts';
import { type LooseObject, type LooseValue, looseJsonIn } from './loose-json.ts';

/** A phrase as an assistant wrote it, on one line. */
export interface WrittenPhrase {
  readonly itemId: string;
  readonly kind: PhraseKind;
  readonly text: string;
}

const idNames = ['id', 'itemId', 'item_id', 'item'];
const aliasNames = ['aliases', 'phrases'];
const nearMissNames = ['nearMisses', 'near_misses', 'nearmisses', 'near misses'];

/**
 * Reads the phrases in an assistant's answer, in order, each once per item and kind. Reads every JSON object that has
 * an item's id and `aliases` or `nearMisses`, including objects within `items`. Returns no phrases if there is no such
 * object. Skips values that are not text.
 */
export function readTeachingAnswer(text: string): WrittenPhrase[] {
  const phrases: WrittenPhrase[] = [];
  const seen = new Set<string>();
  for (const object of objectsIn(looseJsonIn(text.split('</think>').at(-1) ?? ''))) {
    const itemId = memberOf(object, idNames);
    if (typeof itemId !== 'string' && typeof itemId !== 'number') continue;
    for (const [kind, names] of [['alias', aliasNames] as const, ['near_miss', nearMissNames] as const]) {
      for (const each of textsOf(memberOf(object, names))) {
        const phrase = { itemId: String(itemId).trim(), kind, text: each.replace(/\s+/g, ' ').trim() };
        const key = `${phrase.itemId}\n${kind}\n${phrase.text.toLowerCase()}`;
        if (seen.has(key)) continue;
        seen.add(key);
        phrases.push(phrase);
      }
    }
  }
  return phrases;
}

function* objectsIn(values: readonly LooseValue[]): Generator<LooseObject> {
  for (const value of values) {
    if (isList(value)) yield* objectsIn(value);
    else if (value instanceof Map) {
      yield value;
      yield* objectsIn([...value.values()]);
    }
  }
}

function memberOf(object: LooseObject, names: readonly string[]): LooseValue | undefined {
  const name = names.find((each) => object.has(each));
  return name === undefined ? undefined : object.get(name);
}

function textsOf(value: LooseValue | undefined): string[] {
  if (typeof value === 'string') return [value];
  return value !== undefined && isList(value) ? value.filter((each) => typeof each === 'string') : [];
}

function isList(value: LooseValue): value is readonly LooseValue[] {
  return Array.isArray(value);
}
