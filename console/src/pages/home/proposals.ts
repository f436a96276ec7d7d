import type { ProposedItem } from '../../../../server/src/domain/console/persona-contract.ts';
import { type FormDraft, isKept, useFormDraft } from '../../api/use-form-draft.ts';

export interface Brought {
  readonly name: string;
  readonly profileId: string;
  readonly text: string;
  /** The proposals that the creator has neither approved nor skipped; null before anything was pasted. */
  readonly items: readonly ProposedItem[] | null;
  readonly unanswered: readonly string[];
}

const keyOf = (workspaceId: string): string => `bring-in:${workspaceId}`;

/** Returns a form draft with the text that was pasted in a workspace and the proposals from that text. */
export function useProposals(workspaceId: string, name: string): FormDraft<Brought> {
  return useFormDraft<Brought>(keyOf(workspaceId), { name, profileId: '', text: '', items: null, unanswered: [] });
}

/** Returns true if some of a workspace's proposals are undecided in this tab. */
export function hasProposals(workspaceId: string): boolean {
  return isKept<Brought>(keyOf(workspaceId), ({ items }) => items != null && items.length > 0);
}
