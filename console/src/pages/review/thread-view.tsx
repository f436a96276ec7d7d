import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Thread } from '../../../../server/src/domain/console/review-contract.ts';
import type { ConversationState } from '../../../../server/src/domain/conversation.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useRead } from '../../api/use-read.ts';
import { Badge, Note } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useShortcuts } from '../../ui/shortcuts.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import { dayOf, When } from '../../ui/when.tsx';
import { contactName, intentName, stateWords } from '../shared/words.ts';
import { MakeFactDialog } from './make-fact-dialog.tsx';
import { ReplyPanel } from './reply-panel.tsx';

interface ThreadViewProps {
  readonly conversationId: string;
  readonly base: string;
  /** Called once it is resolved or closed. */
  readonly onLeave: () => void;
}

/** One conversation: who writes, what was said, why it is the creator's, and what could be answered. */
export function ThreadView({ conversationId, base, onLeave }: ThreadViewProps) {
  const { id: workspaceId } = useWorkspace();
  const query = useRead('readThread', { workspaceId, conversationId });
  return (
    <section className="stack" aria-label="Conversation">
      <Link href={base} className="split-back button button-quiet">
        <Icon name="back" /> All conversations
      </Link>
      <Loaded query={query} lines={12}>
        {(thread) => <OpenThread thread={thread} onLeave={onLeave} />}
      </Loaded>
    </section>
  );
}

function OpenThread({ thread, onLeave }: { thread: Thread; onLeave: () => void }) {
  const { id: workspaceId, can } = useWorkspace();
  const toast = useToast();
  const [isMakingFact, setIsMakingFact] = useState(false);
  const { conversation, relationship, draft, edited } = thread;
  const params = { workspaceId, conversationId: conversation.id };
  const ending = (words: () => string) => ({
    refreshes: ['readQueue', 'readThread', 'listConversations'] as const,
    mayRepeat: true,
    onDone: () => {
      toast({ text: words() });
      onLeave();
    },
  });
  const { verdict, state } = conversation;
  const reopening = reopeningWords[state];
  // As it was pressed: what the page hears meanwhile may be its own doing.
  const pressed = useRef(reopening);
  const resolve = useAction(
    'resolveConversation',
    ending(() => `${pressed.current?.done ?? ''} Agents may draft on it again.`),
  );
  const close = useAction(
    'closeConversation',
    ending(() => 'Closed, until the next message.'),
  );
  const reopen = () => {
    pressed.current = reopening;
    resolve.mutate({ params, input: {} });
  };
  const isBusy = resolve.isPending || close.isPending;

  useShortcuts('Conversation', [
    ...(reopening === null ? [] : [{ key: 'r', label: reopening.name, run: reopen }]),
    ...(state === 'closed' ? [] : [{ key: 'x', label: 'Close', run: () => close.mutate({ params, input: {} }) }]),
    ...(can('editor') ? [{ key: 'f', label: 'Make this a fact', run: () => setIsMakingFact(true) }] : []),
  ]);

  return (
    <>
      <div className="row-between">
        <div className="stack-tight">
          <h2>
            {contactName(conversation.contact)}{' '}
            {conversation.contact?.name !== undefined && conversation.contact.handle !== undefined && (
              <span className="muted small">{conversation.contact.handle}</span>
            )}
          </h2>
          <p className="small muted">
            To {conversation.displayName}
            {conversation.channel !== null && ` on ${conversation.channel}`}
            {conversation.waitingSince !== null && (
              <>
                {' '}
                · handed over <When at={conversation.waitingSince} />
              </>
            )}
          </p>
        </div>
        <Badge tone={stateWords[state].tone}>{stateWords[state].name}</Badge>
      </div>
      {relationship !== null && <RelationshipLine relationship={relationship} />}
      {verdict !== null && state === 'awaiting_owner' && (
        <Note tone={verdict.urgency === 'urgent' ? 'stop' : 'caution'}>
          <strong>Why it is yours: {intentName(verdict.intent)}</strong>
          {verdict.reason !== null && <p className="breaks">The agent says: “{verdict.reason}”</p>}
        </Note>
      )}
      <Messages thread={thread} />
      <ReplyPanel
        key={conversation.id}
        params={params}
        draft={draft}
        edited={edited}
        studio={`/w/${encodeURIComponent(workspaceId)}/persona/${encodeURIComponent(conversation.profileId)}`}
      />
      <div className="actions">
        {reopening !== null && (
          <Button kind="primary" isBusy={resolve.isPending} disabled={close.isPending} onClick={reopen}>
            <Icon name="check" size={18} /> {reopening.name}
          </Button>
        )}
        {state !== 'closed' && (
          <Button
            isBusy={close.isPending}
            disabled={resolve.isPending}
            onClick={() => close.mutate({ params, input: {} })}
          >
            Close
          </Button>
        )}
        {can('editor') && (
          <Button disabled={isBusy} onClick={() => setIsMakingFact(true)}>
            <Icon name="plus" size={18} /> Make this a fact
          </Button>
        )}
      </div>
      <p className="small muted">{nextWords[state]}</p>
      {isMakingFact && <MakeFactDialog thread={thread} onClose={() => setIsMakingFact(false)} />}
    </>
  );
}

/** What "open" is called as an act, where it changes anything. */
const reopeningWords: Readonly<Record<ConversationState, { readonly name: string; readonly done: string } | null>> = {
  open: null,
  awaiting_owner: { name: 'Resolve', done: 'Resolved.' },
  closed: { name: 'Open again', done: 'Open again.' },
};

const nextWords: Readonly<Record<ConversationState, string>> = {
  open: 'Agents may go on with it. Close it when it is done, until the next message.',
  awaiting_owner:
    'Resolve it when you have answered: agents may go on with it. Close it when it is done, until the next message.',
  closed: 'It opens by itself with the next message.',
};

function RelationshipLine({ relationship }: { relationship: NonNullable<Thread['relationship']> }) {
  const { since, tags = [], notes } = relationship;
  return (
    <div className="row small">
      {since !== undefined && <span>With you since {dayOf(since)}</span>}
      {tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      {notes !== undefined && notes !== '' && <span className="muted breaks">{notes}</span>}
    </div>
  );
}

function Messages({ thread: { thread, conversation } }: { thread: Thread }) {
  const end = useRef<HTMLDivElement>(null);
  const latest = thread.length;
  useEffect(() => {
    if (latest > 0) end.current?.scrollTo({ top: end.current.scrollHeight });
  }, [latest]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="thread" ref={end} tabIndex={0} aria-label="Messages">
      {thread.map(({ direction, body, sentAt }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no ids here, and stay in their order
        <div key={index} className={`bubble bubble-${direction}`}>
          <span className="visually-hidden">
            {direction === 'inbound' ? contactName(conversation.contact) : conversation.displayName}:{' '}
          </span>
          {body}
          <div className="small muted">
            <When at={sentAt} none="" />
          </div>
        </div>
      ))}
    </section>
  );
}
