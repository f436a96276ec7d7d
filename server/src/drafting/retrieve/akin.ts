import { shorthand } from '../text/shorthand.ts';
import { stem } from '../text/stem.ts';
import { akinInBusiness } from './akin-in-business.ts';
import { akinInTalk } from './akin-in-talk.ts';
import { akinInTrades } from './akin-in-trades.ts';

/**
 * Words of which one answers for another: an item that has the one speaks of what a question calls by the other. One group a
 * line, a word in as many as it has senses; words joined by `_` count only in a row. Behind a `:` stand words that answer for
 * those before it, and neither for each other nor the other way round: "which colour?" is answered by "red", "is it red?" not by "blue".
 */
const wholeOf = new Map<string, number[]>();
// Words in a row, by the first, then by the rest: few words begin such a row.
const rowsOf = new Map<string, Map<string, number[]>>();
/** Numbers of the groups in which a word is asked by, an even number each; that it answers in one is the next number. */
let groups = 0;
for (const line of `${akinInBusiness}\n${akinInTalk}\n${akinInTrades}`.split('\n')) {
  const [asked = '', answers = ''] = line.split(':');
  for (const word of membersOf(asked)) add(word, groups);
  for (const word of membersOf(answers === '' ? asked : answers)) add(word, groups + 1);
  if (asked.trim() !== '') groups += 2;
}

const longestRow = 3;

/** For each place of a list of words, the groups by which it is asked or answered. */
function groupsAt(words: readonly string[], visit: (group: number, from: number, size: number) => void): void {
  words.forEach((word, at) => {
    const key = stem(word);
    for (const group of wholeOf.get(key) ?? []) visit(group, at, 1);
    const rows = rowsOf.get(key);
    if (rows === undefined) return;
    let rest = '';
    for (let size = 2; size <= longestRow && at + size <= words.length; size++) {
      rest = rest === '' ? stem(words[at + 1] ?? '') : `${rest}_${stem(words[at + size - 1] ?? '')}`;
      for (const group of rows.get(rest) ?? []) visit(group, at, size);
    }
  });
}

/** The groups that the words of an item answer in. */
export function akinTold(words: readonly string[]): ReadonlySet<number> {
  const told = new Set<number>();
  groupsAt(words, (group) => {
    if (group % 2 === 1) told.add(group - 1);
  });
  return told;
}

/** By place, the groups that the words of a question ask by; a place that belongs to none is left out. */
export function akinAsked(words: readonly string[]): ReadonlyMap<number, readonly number[]> {
  const asked = new Map<number, number[]>();
  groupsAt(words, (group, from, size) => {
    if (group % 2 === 1) return;
    for (let at = from; at < from + size; at++) {
      const list = asked.get(at);
      if (list === undefined) asked.set(at, [group]);
      else list.push(group);
    }
  });
  return asked;
}

function membersOf(list: string): ReadonlySet<string> {
  const members = list.trim() === '' ? [] : list.trim().split(/\s+/);
  return new Set(
    members.map((member) =>
      member
        .split('_')
        .map((word) => stem(shorthand.get(word) ?? word))
        .join('_'),
    ),
  );
}

function add(member: string, group: number): void {
  const at = member.indexOf('_');
  if (at < 0) push(wholeOf, member, group);
  else {
    const rows = rowsOf.get(member.slice(0, at)) ?? new Map<string, number[]>();
    rowsOf.set(member.slice(0, at), rows);
    push(rows, member.slice(at + 1), group);
  }
}

function push(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
