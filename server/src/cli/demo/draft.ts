import Type from 'typebox';
import type { ProfileDocument } from '../../domain/workspace-document.ts';
import type { DraftOutput, Trace } from '../../drafting/engine.ts';
import { TraceClaim } from '../../drafting/trace.ts';
import { createValidator } from '../../lib/validator.ts';

/** What the reply claims, and the approved item that each claim rests on. */
export interface Grounds {
  readonly claims: readonly { readonly kind: string; readonly text: string; readonly itemId: string | null }[];
  readonly itemsUsed: readonly string[];
}

export interface DemoDraft extends Grounds {
  readonly from: string;
  readonly message: string;
  readonly profile: ProfileDocument;
  readonly decision: DraftOutput['decision'];
}

const isGrounds = createValidator(
  Type.Object({ claims: Type.Array(TraceClaim), itemsUsed: Type.Array(Type.String()) }),
);

/** Reads a trace's claims, whose places are offsets into the reply. Empty where an engine tells none. */
export function readGrounds(trace: Trace, reply: string): Grounds {
  const read = isGrounds(trace);
  if (!read.ok) return { claims: [], itemsUsed: [] };
  const { claims, itemsUsed } = read.value;
  return {
    claims: claims.map(({ kind, start, end, itemId }) => ({ kind, text: reply.slice(start, end), itemId })),
    itemsUsed,
  };
}
