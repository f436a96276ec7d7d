import { useState } from 'react';
import { Link } from 'wouter';
import type { Thread } from '../../../../server/src/domain/console/review-contract.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useRead } from '../../api/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useShortcuts } from '../../ui/shortcuts.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import { dayOf, When } from '../../ui/when.tsx';
import { channelName, senderName, stateWords } from '../shared/words.ts';
import type { Answered } from './answered.ts';
import { Composer } from './composer.tsx';
import { Messages } from './messages.tsx';
import { ThreadNotes } from './thread-notes.tsx';

interface ConversationProps {
  readonly conversationId: string;
  readonly listHref: string;
  readonly onAnswered: (answered: Answered) => void;
  /** Called after the conversation is handed back or closed. */
  readonly onLeave: () => void;
}

/** Shows one conversation with the sender, the messages, the suggestions, and the answer. */
export function ConversationView({ conversationId, listHref, ...rest }: ConversationProps) {
  const { id: workspaceId } = useWorkspace();
  const query = useRead('readThread', { workspaceId, conversationId });
  return (
    <section className="stack" aria-label="Conversation">
      <Link href={listHref} className="split-back button button-quiet">
        <Icon name="back" /> All conversations
      </Link>
      <Loaded query={query} lines={12}>
        {(thread) => <OpenConversation thread={thread} {...rest} />}
      </Loaded>
    </section>
  );
}

function OpenConversation({
  thread,
  onAnswered,
  onLeave,
}: { thread: Thread } & Pick<ConversationProps, 'onAnswered' | 'onLeave'>) {
  const { id: workspaceId } = useWorkspace();
  const { conversation, relationship, proposal } = thread;
  const base = `/w/${encodeURIComponent(workspaceId)}`;
  const studio = `${base}/persona/${encodeURIComponent(conversation.profileId)}`;
  return (
    <>
      <div className="row-between conversation-head">
        <div className="stack-tight">
          <h2>
            {senderName(conversation)}{' '}
            {conversation.contact?.name !== undefined && conversation.contact.handle !== undefined && (
              <span className="muted small">{conversation.contact.handle}</span>
            )}
          </h2>
          <p className="small muted">
            To {conversation.displayName}
            {conversation.channel !== null && ` · ${channelName(conversation.channel)}`}
            {conversation.state === 'awaiting_owner' && conversation.waitingSince !== null && (
              <>
                {' · waiting since '}
                <When at={conversation.waitingSince} />
              </>
            )}
          </p>
        </div>
        {conversation.state !== 'open' && (
          <Badge tone={stateWords[conversation.state].tone}>{stateWords[conversation.state].name}</Badge>
        )}
      </div>
      {conversation.channel === 'page' && <VisitorLine contact={thread.visitorContact} />}
      {relationship !== null && <RelationshipLine relationship={relationship} />}
      <Messages thread={thread} />
      <ThreadNotes thread={thread} />
      {proposal !== null && proposal.why !== '' && !isUrgent(conversation) && (
        <p className="why">
          {proposal.why}{' '}
          {proposal.next === 'fact' && (
            <LinkButton
              isSmall
              href={`${studio}/facts/new?asked=${encodeURIComponent(proposal.message.slice(0, 300))}`}
            >
              Write the fact
            </LinkButton>
          )}
          {proposal.next === 'settings' && (
            <LinkButton isSmall href={`${base}/home`}>
              See how much is automatic
            </LinkButton>
          )}
        </p>
      )}
      <Composer
        key={proposal?.messageIds.at(-1) ?? 'more'}
        thread={thread}
        params={{ workspaceId, conversationId: conversation.id }}
        studio={studio}
        onAnswered={onAnswered}
      >
        <StateActions thread={thread} onLeave={onLeave} />
      </Composer>
    </>
  );
}

/**
 * Returns true for an urgent conversation without a stated reason. For such a conversation, `ThreadNotes` already shows
 * the suggestion's explanation.
 */
function isUrgent({ state, verdict }: Thread['conversation']): boolean {
  return state === 'awaiting_owner' && verdict?.urgency === 'urgent' && verdict.reason == null;
}

function StateActions({ thread: { conversation, drafts }, onLeave }: { thread: Thread; onLeave: () => void }) {
  const { id: workspaceId } = useWorkspace();
  const toast = useToast();
  const { state } = conversation;
  const params = { workspaceId, conversationId: conversation.id };
  const [said, setSaid] = useState('');
  const ending = {
    refreshes: ['readInbox', 'readThread'] as const,
    mayRepeat: true,
    onDone: () => {
      toast({ text: said });
      onLeave();
    },
  };
  const resolve = useAction('resolveConversation', ending);
  const close = useAction('closeConversation', ending);
  const open = { awaiting_owner: 'Hand back', closed: 'Reopen', open: null }[state];
  const goOn = state === 'closed' ? 'Reopened.' : 'Handed back. The next message may be answered automatically.';
  const ended = 'Closed until the next message arrives.';
  const isAutomatic =
    state === 'open' && conversation.channel !== 'pasted' && drafts[0]?.riskLevel === 'safe' && !drafts[0].isOutdated;
  const run = (action: typeof resolve, words: string) => {
    setSaid(words);
    action.mutate({ params, input: {} });
  };
  useShortcuts('Conversation', [
    ...(open === null ? [] : [{ key: 'r', label: open, run: () => run(resolve, goOn) }]),
    ...(state === 'closed' ? [] : [{ key: 'x', label: 'Close', run: () => run(close, ended) }]),
  ]);
  return (
    <span className="row state-actions">
      {open !== null && (
        <Button kind="quiet" isBusy={resolve.isPending} onClick={() => run(resolve, goOn)}>
          {open}
        </Button>
      )}
      {state !== 'closed' && (
        <Button kind="quiet" isBusy={close.isPending} onClick={() => run(close, ended)}>
          {isAutomatic ? 'This was right' : 'Close without an answer'}
        </Button>
      )}
    </span>
  );
}

function VisitorLine({ contact }: { contact: string | null }) {
  return (
    <p className="small breaks">
      {contact === null ? (
        'A visitor to your Page who left no contact details. They read your answer at their private link.'
      ) : (
        <>
          A visitor to your Page. You can reach them at <strong>{contact}</strong>.
        </>
      )}
    </p>
  );
}

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
