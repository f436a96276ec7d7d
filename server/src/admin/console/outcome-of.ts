import type { Outcome } from '../../domain/console/shapes.ts';
import type { Persona } from '../../domain/persona.ts';
import type { DraftOutput } from '../../drafting/engine.ts';

export interface QuotedItem {
  readonly id: string;
  readonly kind: 'fact' | 'offer' | 'phrase';
  readonly title: string;
  readonly text: string;
}

/** A draft as the console shows it. */
export function outcomeOf({ decision, trace }: Pick<DraftOutput, 'decision' | 'trace'>): Outcome {
  const { rationale = '', mediaAssetId = '' } = decision;
  return { ...decision, rationale, mediaAssetId, itemsUsed: idsIn(trace['itemsUsed']) };
}

/** The claims of a reply, of a trace that has them in the form that this version writes. */
export function claimsOf(trace: { readonly [detail: string]: unknown }) {
  const claims = Array.isArray(trace['claims']) ? trace['claims'] : [];
  return claims.map((claim) => {
    const { kind, start, end, itemId } = Object(claim);
    return {
      kind: String(kind),
      start: Number(start),
      end: Number(end),
      itemId: typeof itemId === 'string' ? itemId : null,
    };
  });
}

/** The items of a persona by their ids, as they are quoted beside a reply; those that are gone are left out. */
export function quoteItems(persona: Persona, ids: Iterable<string>): QuotedItem[] {
  const wanted = new Set(ids);
  const { facts = [], offers = [], phrases = [] } = persona;
  return [
    ...facts.map(({ id, topic = '', text }) => ({ id, kind: 'fact' as const, title: topic, text })),
    ...offers.map(({ id, name, text }) => ({ id, kind: 'offer' as const, title: name, text })),
    ...phrases.map(({ id, use, text }) => ({ id, kind: 'phrase' as const, title: use, text })),
  ].filter(({ id }) => wanted.has(id));
}

function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}
