import type { Fact, Offer, Persona } from '../../domain/persona.ts';
import { normalise } from '../text/normalise.ts';
import { tokens } from '../text/tokens.ts';
import { seeHazards } from '../understand/see-hazards.ts';
import { contradictionIn, statedValues, wordsOf } from './contradictions.ts';
import { holdsPersonalData } from './personal-data.ts';

export type PhraseKind = 'alias' | 'near_miss';
export type FlagReason = 'personal' | 'hazard' | 'contradicts' | 'both' | 'claimed';

/** A training phrase that is not used for training, and the reason. */
export interface FlaggedPhrase {
  readonly itemId: string;
  readonly kind: PhraseKind;
  /** The phrase's position in the item's list. */
  readonly index: number;
  readonly text: string;
  readonly reason: FlagReason;
  /** The value that the item's text excludes; present only for `contradicts`. */
  readonly value?: string;
  /** The id of the other item that has the same alias, or of the other offer that the phrase names. */
  readonly conflictsWith?: string;
}

/**
 * Returns the phrases of a persona that its classifier must not learn, each with the first reason that applies. The
 * reasons are: the phrase contains personal data; it contains a hazard; it asks for a value that contradicts the item's
 * text; it is both an alias and a near miss of its item; or it is an alias that another item has too. The same persona
 * always gives the same list. Checking a phrase takes about 0.2 ms.
 */
export function judgePhrases(persona: Persona): FlaggedPhrase[] {
  const items: readonly (Fact | Offer)[] = [...(persona.facts ?? []), ...(persona.offers ?? [])];
  const offers = (persona.offers ?? []).map(({ id, name }) => ({ id, name: normalForm(name) }));
  const own = ownWords(persona);
  const claims = claimsOf(items);
  return items.flatMap((item) => {
    const stated = statedValues(item);
    const nearMisses = new Set((item.nearMisses ?? []).map(normalForm));
    const aliases = new Set((item.aliases ?? []).map(normalForm));
    const judge = (text: string, kind: PhraseKind, index: number): FlaggedPhrase[] => {
      const flag = (reason: FlagReason, more: Pick<FlaggedPhrase, 'value' | 'conflictsWith'> = {}): FlaggedPhrase[] => [
        { itemId: item.id, kind, index, text, reason, ...more },
      ];
      if (holdsPersonalData(text, own)) return flag('personal');
      if (isHazard(text)) return flag('hazard');
      const form = normalForm(text);
      if (kind === 'near_miss') return aliases.has(form) ? flag('both') : [];
      const contradiction = contradictionIn(text, stated, offers);
      if (contradiction !== null) {
        const { value, itemId } = contradiction;
        return flag('contradicts', { value, ...(itemId === undefined ? {} : { conflictsWith: itemId }) });
      }
      if (nearMisses.has(form)) return flag('both');
      const other = claims.get(form)?.find((id) => id !== item.id);
      return other === undefined ? [] : flag('claimed', { conflictsWith: other });
    };
    return [
      ...(item.aliases ?? []).flatMap((text, index) => judge(text, 'alias', index)),
      ...(item.nearMisses ?? []).flatMap((text, index) => judge(text, 'near_miss', index)),
    ];
  });
}

/** Returns the form in which phrases are compared: letter case, accents and punctuation do not matter. */
export function normalForm(text: string): string {
  return wordsOf(tokens(normalise(text)));
}

/**
 * Returns true if both a rule and the classifier find a hazard, or if the classifier is almost certain. Weaker evidence
 * is not enough, because harmless phrases often mention ages or pain, or contain a plea.
 */
function isHazard(text: string): boolean {
  const seen = seeHazards(text);
  if (seen === null || seen.isMild) return false;
  if (!seen.rule.startsWith('learned.')) return seen.danger >= agreed;
  // Items about age limits need phrases such as "I'm 13, can I come?".
  return seen.danger >= (seen.category === 'minor_safety' ? surest : sure);
}

const agreed = 0.3;
const sure = 0.9;
const surest = 0.97;

/** Returns the ids of the items that have each alias, by the normal form of the alias. */
function claimsOf(items: readonly (Fact | Offer)[]): ReadonlyMap<string, readonly string[]> {
  const claims = new Map<string, string[]>();
  for (const { id, aliases = [] } of items) {
    for (const form of new Set(aliases.map(normalForm))) {
      if (form.trim() === '') continue;
      const ids = claims.get(form);
      if (ids === undefined) claims.set(form, [id]);
      else ids.push(id);
    }
  }
  return claims;
}

/**
 * Returns everything that the creator wrote, in lower case. An address or a handle in it is the creator's own, and does
 * not count as personal data.
 */
function ownWords({ about = '', phrases = [], facts = [], offers = [] }: Persona): string {
  const texts = [about, ...phrases.map(({ text }) => text), ...facts.map(({ text }) => text)];
  for (const { name, text, url = '', code = '' } of offers) texts.push(name, text, url, code);
  return texts.join('\n').toLowerCase();
}
