import type { Outcome } from '../../domain/console/shapes.ts';
import type { Persona } from '../../domain/persona.ts';
import { approvedTextFrom } from '../../drafting/decide/rationale.ts';
import type { DraftOutput } from '../../drafting/engine.ts';

export interface QuotedItem {
  readonly id: string;
  readonly kind: 'fact' | 'offer' | 'phrase';
  readonly title: string;
  readonly text: string;
}

const longestName = 60;

/** Returns a draft in the form that the console shows. The rationale quotes the texts of items and not their ids. */
export function outcomeOf({ decision, trace }: Pick<DraftOutput, 'decision' | 'trace'>, persona: Persona): Outcome {
  const { rationale = '', mediaAssetId = '' } = decision;
  const itemsUsed = idsIn(trace['itemsUsed']);
  const names = new Map(quoteItems(persona, itemsUsed).map((item) => [item.id, `“${nameOf(item)}”`]));
  const named = approvedTextFrom(itemsUsed.map((id) => names.get(id) ?? 'an item that no longer exists'));
  return {
    ...decision,
    rationale: rationale.replace(approvedTextFrom(itemsUsed), () => named),
    mediaAssetId,
    itemsUsed,
  };
}

function nameOf({ kind, title, text }: QuotedItem): string {
  const name = kind === 'phrase' || title === '' ? text : title;
  return name.length > longestName ? `${name.slice(0, longestName - 1).trimEnd()}…` : name;
}

/** Reads a reply's claims from a trace in the current format. Returns none if the format is different. */
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

/** Returns the items with these ids from a persona, to be quoted next to a reply. Removed items are omitted. */
export function quoteItems(persona: Persona, ids: Iterable<string>): QuotedItem[] {
  const wanted = new Set(ids);
  const isWanted = ({ id }: { id: string }) => wanted.has(id);
  const { facts = [], offers = [], phrases = [] } = persona;
  return [
    ...facts.filter(isWanted).map(({ id, topic = '', text }) => ({ id, kind: 'fact' as const, title: topic, text })),
    ...offers.filter(isWanted).map(({ id, name, text }) => ({ id, kind: 'offer' as const, title: name, text })),
    ...phrases.filter(isWanted).map(({ id, use, text }) => ({ id, kind: 'phrase' as const, title: use, text })),
  ];
}

function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}
