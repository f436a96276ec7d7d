import { useEffect, useRef } from 'react';
import type { Thread } from '../../../../server/src/domain/console/review-contract.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { When } from '../../ui/when.tsx';
import { senderName } from '../shared/words.ts';

type Message = Thread['thread'][number];
type KeptDraft = Thread['drafts'][number];

/** Shows a conversation's messages, each draft next to its message. */
export function Messages({ thread: { thread, conversation, drafts, proposal } }: { readonly thread: Thread }) {
  const end = useRef<HTMLDivElement>(null);
  const latest = thread.length;
  useEffect(() => {
    if (latest > 0) end.current?.scrollTo({ top: end.current.scrollHeight });
  }, [latest]);
  // The current suggestion is not shown here, because it is shown next to the answer field.
  const offered = new Set(proposal?.suggestions.map(({ reply }) => reply));
  const oldestFirst = drafts
    .filter(({ reply }) => reply !== '')
    .filter(({ isOutdated, state, reply }) => isOutdated || state !== 'waiting' || !offered.has(reply))
    .toReversed();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="thread" ref={end} tabIndex={0} aria-label="Messages">
      {thread.map((message) => (
        <div key={message.id} className="thread-entry">
          <Bubble
            message={message}
            from={message.direction === 'inbound' ? senderName(conversation) : conversation.displayName}
          />
          {oldestFirst
            .filter(({ messageIds }) => messageIds.at(-1) === message.id)
            .map((draft) => (
              <DraftBeside key={draft.id} draft={draft} isPasted={conversation.channel === 'pasted'} />
            ))}
        </div>
      ))}
    </section>
  );
}

function Bubble({ message, from }: { message: Message; from: string }) {
  const { direction, body, isDeleted, attachments, recorded, sentAt } = message;
  return (
    <div className={`bubble bubble-${direction}`}>
      <span className="visually-hidden">{from}: </span>
      {isDeleted ? <em className="muted">This message was deleted.</em> : body}
      {attachments.length > 0 && <div className="small muted">With {attachments.join(', ')}</div>}
      <div className="small muted">
        <When at={sentAt} none="" />
        {recorded !== null && ` · recorded by ${recorded.by}${suggestionWords(recorded)}`}
      </div>
    </div>
  );
}

function suggestionWords({ suggestion, isChanged }: NonNullable<Message['recorded']>): string {
  if (suggestion === null) return ', in their own words';
  return isChanged ? `, from suggestion ${suggestion}, changed` : `, from suggestion ${suggestion}`;
}

const draftStates: Readonly<Record<KeptDraft['state'], { readonly name: string; readonly tone: Tone }>> = {
  waiting: { name: 'not sent', tone: 'neutral' },
  queued: { name: 'ready to be sent', tone: 'info' },
  sent: { name: 'sent', tone: 'good' },
  superseded: { name: 'not sent', tone: 'neutral' },
  dismissed: { name: 'set aside', tone: 'neutral' },
};

function DraftBeside({ draft, isPasted }: { draft: KeptDraft; isPasted: boolean }) {
  const { name, tone } = draftStates[draft.state];
  const who = draft.isOfInbox || isPasted ? 'Suggested' : 'Suggested to your agent';
  return (
    <details className="draft-beside">
      <summary className="small">
        {who} <When at={draft.madeAt} />{' '}
        {draft.isOutdated && draft.state !== 'sent' ? (
          <Badge tone="caution">outdated</Badge>
        ) : (
          <Badge tone={tone}>{name}</Badge>
        )}
      </summary>
      <p className="reply">{draft.reply}</p>
    </details>
  );
}
