import type { WarningView } from '../../domain/console/persona-contract.ts';
import { claimsIn } from '../../drafting/guard/claims.ts';
import { normalise } from '../../drafting/text/normalise.ts';
import { stem } from '../../drafting/text/stem.ts';
import { tokens } from '../../drafting/text/tokens.ts';
import { commonMembers } from '../../lib/common-members.ts';
import { type Item, titleOf } from './persona-items.ts';

/** Two texts are considered to be about the same thing if they share this fraction of their words. */
const alike = 0.6;
const most = 200;
/**
 * Kinds of claims of which a thing usually has only one value. Two different values of such a kind probably contradict
 * each other.
 */
const exclusive = new Set(['price', 'percentage', 'date', 'weekday', 'time', 'duration', 'number', 'email', 'phone']);

interface Read {
  readonly of: Item;
  readonly words: ReadonlySet<string>;
  readonly aliases: ReadonlySet<string>;
  /** The keys of the values, by kind. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Finds items that fans ask for in the same words, and items whose texts use nearly the same words but contradict each
 * other.
 */
export function findContradictions(items: readonly Item[]): WarningView[] {
  const read = items.filter(({ kind }) => kind !== 'phrase').map(readItem);
  const warnings: WarningView[] = [];
  for (const [place, one] of read.entries()) {
    for (const other of read.slice(place + 1)) {
      if (warnings.length >= most) return warnings;
      const itemIds = [one.of.item.id, other.of.item.id];
      const titles = `“${titleOf(one.of)}” and “${titleOf(other.of)}”`;
      const shared = commonMembers(one.aliases, other.aliases);
      const differing = disagreement(one, other);
      if (differing !== null && (shared.length > 0 || likeness(one.words, other.words) >= alike)) {
        const message = `${titles} are about the same thing, but each gives a different ${differing}.`;
        warnings.push({ kind: 'contradiction', itemIds, message, alias: null });
      } else if (shared.length > 0) {
        const [alias = ''] = shared;
        const message = `Fans ask for ${titles} in the same words, so it is unclear which one is the answer.`;
        warnings.push({ kind: 'same_question', itemIds, message, alias });
      }
    }
  }
  return warnings;
}

function readItem(of: Item): Read {
  const { text } = of.item;
  const claims = claimsIn(text).filter(({ kind }) => exclusive.has(kind));
  let bare = text;
  for (const { start, end } of claims) bare = bare.slice(0, start) + ' '.repeat(end - start) + bare.slice(end);
  const aliases = of.kind === 'phrase' ? [] : (of.item.aliases ?? []);
  const byKind = Map.groupBy(claims, ({ kind }) => kind);
  return {
    of,
    words: wordsOf(bare),
    aliases: new Set(aliases.map((alias) => [...wordsOf(alias)].join(' ')).filter((alias) => alias !== '')),
    values: new Map([...byKind].map(([kind, found]) => [kind, new Set(found.map(({ key }) => key))])),
  };
}

/** Returns a kind of value that both items contain without having a value in common; null if there is none. */
function disagreement(one: Read, other: Read): string | null {
  for (const [kind, values] of one.values) {
    const others = other.values.get(kind);
    if (others !== undefined && commonMembers(values, others).length === 0) return kind;
  }
  return null;
}

function wordsOf(text: string): Set<string> {
  return new Set(tokens(normalise(text)).map(({ word }) => stem(word)));
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const smaller = Math.min(one.size, other.size);
  // A text with fewer than three words resembles too many others.
  return smaller < 3 ? 0 : commonMembers(one, other).length / Math.max(one.size, other.size);
}
