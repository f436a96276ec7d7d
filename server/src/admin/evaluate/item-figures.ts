import type { Persona } from '../../domain/persona.ts';
import { hasRightItems, isAnswerable, isSafe, isWrongAnswer } from './outcomes.ts';
import type { CaseResult } from './run-cases.ts';

/**
 * The figures of one fact or offer: the number of its phrases, and the outcomes of the answerable messages whose label
 * names the item.
 */
export interface ItemFigures {
  readonly profile: string;
  readonly id: string;
  readonly title: string;
  readonly phrases: number;
  readonly nearMisses: number;
  readonly cases: number;
  /** The number of cases answered without the creator, with the right items. */
  readonly right: number;
  readonly wrong: number;
  /** The number of cases left to the creator. */
  readonly held: number;
  /**
   * The number of the item's cases in which the most likely items are the labelled ones, whether the case was answered
   * or held.
   */
  readonly found: number;
  /** Items that were likelier than this one in cases whose label does not name them, most frequent first. */
  readonly confusedWith: readonly { readonly id: string; readonly count: number }[];
}

/** Counts the aliases and near misses of each fact and offer in a persona. */
export function phrasesTaught({ facts = [], offers = [] }: Persona) {
  return [...facts, ...offers].map((item) => ({
    id: item.id,
    title: 'name' in item ? item.name : (item.topic ?? item.id),
    phrases: item.aliases?.length ?? 0,
    nearMisses: item.nearMisses?.length ?? 0,
  }));
}

/**
 * Returns the figures of every fact and offer of these cases' profiles, those missed most often first. Ties are ordered
 * by wrong answers, then by held cases, then by the fewest phrases.
 */
export function itemFigures(results: readonly CaseResult[]): ItemFigures[] {
  const byProfile = Map.groupBy(results, ({ one }) => one.profile);
  return [...byProfile]
    .flatMap(([{ id: profile, persona = {} }, own]) =>
      phrasesTaught(persona).map((item) => ({ profile, ...item, ...outcomesOf(item.id, own) })),
    )
    .sort((a, b) => missed(b) - missed(a) || b.wrong - a.wrong || b.held - a.held || a.phrases - b.phrases);
}

function missed({ cases, found }: ItemFigures): number {
  return cases - found;
}

function outcomesOf(id: string, results: readonly CaseResult[]) {
  const own = results.filter((result) => isAnswerable(result) && result.wanted.includes(id));
  const confusions = new Map<string, number>();
  for (const { answer, wanted } of own)
    for (const other of answer.items.filter((item) => !wanted.includes(item)))
      confusions.set(other, (confusions.get(other) ?? 0) + 1);
  return {
    cases: own.length,
    right: own.filter((result) => isSafe(result) && hasRightItems(result)).length,
    wrong: own.filter(isWrongAnswer).length,
    held: own.filter((result) => !isSafe(result)).length,
    found: own.filter(
      ({ answer, wanted }) => answer.items.length > 0 && answer.items.every((item) => wanted.includes(item)),
    ).length,
    confusedWith: [...confusions]
      .map(([other, count]) => ({ id: other, count }))
      .sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1)),
  };
}
