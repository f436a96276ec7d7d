import type { ThreadWork } from './thread-work.ts';

/** A message that contains at least this share of a proposal's words counts as the edited proposal. */
const editedShare = 0.5;

/**
 * If a creator's own message uses a waiting draft, records whether the draft was changed. A message with entirely
 * different words proves nothing, because its author may never have seen the draft.
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
