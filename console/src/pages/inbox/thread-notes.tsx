import type { Thread } from '../../../../server/src/domain/console/review-contract.ts';
import { Note } from '../../ui/badge.tsx';
import { When } from '../../ui/when.tsx';

const outboxWords = {
  ready: 'A reply is ready. The program that sends for you may send it now.',
  claimed: 'The program that sends for you is sending a reply now.',
  uncertain: 'The program that sends for you did not report whether the reply was sent. Check there before you answer.',
} as const;

const waitingWords: Readonly<Record<string, string>> = {
  too_long: 'The message is too long for an automatic reply.',
  media_only: 'The message is only a picture or a file.',
  too_many_drafts: 'Many messages arrived within an hour, so this one was left to you.',
  hazard: 'The message shows a sign of danger or abuse.',
};

/**
 * Shows why the conversation is waiting for the creator, the state of its replies in the outbox, and why replies are
 * held, if they are.
 */
export function ThreadNotes({ thread: { conversation, lock, outbox, proposal } }: { readonly thread: Thread }) {
  const { verdict, state } = conversation;
  const isLocked = lock?.lockedUntil != null && Date.parse(lock.lockedUntil) > Date.now();
  return (
    <>
      {state === 'awaiting_owner' && verdict?.reason != null && (
        <Note tone={verdict.urgency === 'urgent' ? 'stop' : 'caution'}>
          <p className="breaks">{waitingWords[verdict.reason] ?? `The agent says: “${verdict.reason}”`}</p>
        </Note>
      )}
      {state === 'awaiting_owner' && verdict?.urgency === 'urgent' && verdict.reason == null && (
        <Note tone="stop">{proposal?.why || 'This is urgent.'}</Note>
      )}
      {outbox.map(({ draftId, state: sending }) => (
        <Note key={draftId} tone={sending === 'uncertain' ? 'caution' : 'info'}>
          {outboxWords[sending]}
        </Note>
      ))}
      {isLocked && (
        <p className="small muted">
          You answered, so nothing is answered automatically until <When at={lock.lockedUntil} />.
        </p>
      )}
      {lock?.held === 'allowance' && <Note tone="caution">The month’s replies are used up. You can still answer.</Note>}
      {lock?.held === 'paused' && <Note tone="caution">This inbox is paused. You can still answer.</Note>}
    </>
  );
}
