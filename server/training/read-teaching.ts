import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Persona } from '../src/domain/persona.ts';
import { createDice } from '../src/drafting/learned/dice.ts';

/** Phrases and near misses of one creator's items, by the id of the item, in the order in which they were written. */
export type Teaching = ReadonlyMap<
  string,
  { readonly aliases: readonly string[]; readonly nearMisses: readonly string[] }
>;

/** The number of training phrases and near misses that each item of a creator gets. */
export interface TeachingLevel {
  readonly phrases: number;
  readonly nearMisses: number;
}

/**
 * Reads the training phrases for one author's creators, by profile; empty if there are none.
 * @throws if a line belongs to no item
 */
export function readTeaching(author: string, base = import.meta.dirname): ReadonlyMap<string, Teaching> {
  const folder = join(base, 'teaching', author);
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort();
  return new Map(
    files.map((name) => [name.slice(0, -4), parseTeaching(readFileSync(join(folder, name), 'utf8'), name)]),
  );
}

/**
 * Parses `teaching/<author>/<profile>.txt`: `# item: id` and `# near misses: id`, with one phrase per line below each.
 */
export function parseTeaching(text: string, name: string): Teaching {
  const teaching = new Map<string, { aliases: string[]; nearMisses: string[] }>();
  let list: string[] | undefined;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line === '') continue;
    const head = /^# (item|near misses): (\S+)$/.exec(line);
    if (head !== null) {
      const id = head[2] ?? '';
      const own = teaching.get(id) ?? { aliases: [], nearMisses: [] };
      teaching.set(id, own);
      list = head[1] === 'item' ? own.aliases : own.nearMisses;
    } else if (list === undefined) throw new Error(`${name}: "${line}" does not follow an item's heading`);
    else list.push(line);
  }
  return teaching;
}

/**
 * Returns the persona with the level's number of training phrases per item. The selection is fixed, so a higher level
 * contains a lower one.
 */
export function taughtPersona(persona: Persona, teaching: Teaching, level: TeachingLevel): Persona {
  const teach = <Item extends { id: string; aliases?: string[]; nearMisses?: string[] }>(item: Item): Item => {
    const own = teaching.get(item.id);
    if (own === undefined) return item;
    const aliases = [...new Set([...(item.aliases ?? []), ...part(own.aliases, level.phrases, 11)])].slice(0, 100);
    const nearMisses = part(own.nearMisses, level.nearMisses, 12);
    return { ...item, aliases, ...(nearMisses.length > 0 ? { nearMisses } : {}) };
  };
  return {
    ...persona,
    ...(persona.facts === undefined ? {} : { facts: persona.facts.map(teach) }),
    ...(persona.offers === undefined ? {} : { offers: persona.offers.map(teach) }),
  };
}

/** Returns this many entries of a list, by a fixed shuffle. */
export function part(list: readonly string[], count: number, seed: number): string[] {
  const places = list.map((_, at) => at);
  createDice(seed).shuffle(places);
  return places.slice(0, count).flatMap((at) => list[at] ?? []);
}
