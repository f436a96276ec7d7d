import type { ThreadWork } from './thread-work.ts';

/** From this share of a proposal's words on, a message is the proposal in other words. */
const editedShare = 0.5;

/**
 * Notes what a creator's own message made of the drafts that wait: used unchanged, or edited. A message with words of its own says nothing of
 * them: its author may never have seen them.
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
