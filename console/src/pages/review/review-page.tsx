import './review.css';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import type { ConversationState } from '../../../../server/src/domain/conversation.ts';
import { useWorkspace } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { openShortcutHelp, useShortcuts } from '../../ui/shortcuts.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { focusNeighbour, QueueList } from './queue-list.tsx';
import { ThreadView } from './thread-view.tsx';

type Shown = 'waiting' | ConversationState;

const choices: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'waiting', label: 'What awaits you' },
  { value: 'open', label: 'Open conversations' },
  { value: 'closed', label: 'Closed conversations' },
];

/** The conversations that await the creator, most urgent first, and the one that is open. */
export function ReviewPage() {
  const { id: workspaceId } = useWorkspace();
  const { conversationId } = useParams<{ conversationId?: string }>();
  const [, navigate] = useLocation();
  const [shown, setShown] = useState<Shown>('waiting');
  const list = useRef<HTMLDivElement>(null);
  const base = `/w/${encodeURIComponent(workspaceId)}/review`;
  const queue = useRead('readQueue', { workspaceId }, {}, { isWanted: shown === 'waiting' });
  const others = useRead(
    'listConversations',
    { workspaceId },
    { limit: '200', ...(shown === 'waiting' ? {} : { state: shown }) },
    { isWanted: shown !== 'waiting' },
  );
  const waiting = useMemo(() => queue.data?.conversations ?? [], [queue.data]);

  const leave = useCallback(() => {
    const at = waiting.findIndex(({ id }) => id === conversationId);
    const next = waiting[at + 1] ?? waiting[at - 1];
    const isWide = window.matchMedia('(min-width: 901px)').matches;
    navigate(isWide && next !== undefined ? `${base}/${encodeURIComponent(next.id)}` : base);
  }, [waiting, conversationId, navigate, base]);

  useShortcuts('Review queue', [
    { key: 'j', label: 'Next conversation', run: () => focusNeighbour(list.current, 1) },
    { key: 'k', label: 'Previous conversation', run: () => focusNeighbour(list.current, -1) },
    { key: 'Enter', label: 'Open it', run: () => focusNeighbour(list.current, 0) },
    { key: 'u', label: 'Back to the list', run: () => navigate(base) },
  ]);

  return (
    <Page
      title="Review"
      about="Conversations that need you. Copy a reply and send it yourself: this console sends nothing to anybody."
      actions={
        <Button kind="quiet" className="keys-button" onClick={openShortcutHelp}>
          Keys <kbd>?</kbd>
        </Button>
      }
    >
      <div className="split" data-open={conversationId !== undefined}>
        <div className="split-list stack" ref={list}>
          <Select label="Show" value={shown} options={choices} onChange={setShown} />
          {shown === 'waiting' ? (
            <Loaded query={queue} lines={8}>
              {({ conversations, total }) =>
                conversations.length === 0 ? (
                  <Empty title="Nothing awaits you">
                    <p>When an agent hands a conversation over, it appears here by itself.</p>
                  </Empty>
                ) : (
                  <>
                    <p className="small muted" role="status">
                      {total === 1 ? '1 conversation' : `${total} conversations`}
                    </p>
                    <QueueList base={base} cards={conversations} openId={conversationId} />
                  </>
                )
              }
            </Loaded>
          ) : (
            <Loaded query={others} lines={8}>
              {({ conversations }) =>
                conversations.length === 0 ? (
                  <Empty title="None" />
                ) : (
                  <QueueList base={base} cards={conversations} openId={conversationId} />
                )
              }
            </Loaded>
          )}
        </div>
        <div className="split-detail">
          {conversationId === undefined ? (
            <Empty title="Choose a conversation">
              <p>
                <kbd>j</kbd> and <kbd>k</kbd> move, <kbd>Enter</kbd> opens.
              </p>
            </Empty>
          ) : (
            <ThreadView key={conversationId} conversationId={conversationId} base={base} onLeave={leave} />
          )}
        </div>
      </div>
    </Page>
  );
}
