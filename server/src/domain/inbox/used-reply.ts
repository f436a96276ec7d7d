import type { ThreadWork } from './thread-work.ts';

/** A message that contains at least this share of a proposal's words counts as an edited form of the proposal. */
const editedShare = 0.5;

/**
 * Records whether the creator changed a waiting draft, if the creator's own message uses the draft. A message with
 * entirely different words proves nothing, because its author may never have seen the draft.
 */
export function noteUse(work: ThreadWork, said: string): void {
  for (const { draftId, state, reply } of work.drafts) {
    if (reply === '' || (state !== 'waiting' && state !== 'queued')) continue;
    const proposed = wordsOf(reply);
    const own = wordsOf(said);
    if (own.join(' ') === proposed.join(' ')) work.noteOutcome(draftId, 'unchanged');
    else if (proposed.filter((word) => own.includes(word)).length >= editedShare * proposed.length)
      work.noteOutcome(draftId, 'edited');
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
