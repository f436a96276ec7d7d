import './inbox.css';
import { useEffect, useRef, useState } from 'react';
import { Redirect, useLocation, useParams } from 'wouter';
import { useWorkspace } from '../../api/session.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { useRead } from '../../api/use-read.ts';
import { inboxPageSize } from '../../api/use-waiting.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { openShortcutHelp, useShortcuts } from '../../ui/shortcuts.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { Answered } from './answered.ts';
import { ConversationView } from './conversation.tsx';
import { blankFilters, InboxFilters } from './inbox-filters.tsx';
import { focusNeighbour, InboxList } from './inbox-list.tsx';
import { isInboxTab, tabNames, tabWords } from './inbox-tabs.ts';
import { LearnBar } from './learn-bar.tsx';
import { PasteDialog } from './paste-dialog.tsx';

/** Shows the conversations of a tab, and the open conversation. */
export function InboxPage() {
  const { id: workspaceId } = useWorkspace();
  const { tab = '', conversationId } = useParams<{ tab?: string; conversationId?: string }>();
  const base = `/w/${encodeURIComponent(workspaceId)}/inbox`;
  if (!isInboxTab(tab)) return <Redirect to={`${base}/waiting`} replace />;
  return <Inbox key={tab} tab={tab} base={base} conversationId={conversationId} />;
}

function Inbox({
  tab,
  base,
  conversationId,
}: {
  tab: (typeof tabNames)[number];
  base: string;
  conversationId: string | undefined;
}) {
  const { id: workspaceId } = useWorkspace();
  const [, navigate] = useLocation();
  const [offset, setOffset] = useState(0);
  const [isPasting, setIsPasting] = useState(false);
  const learning = useFormDraft<{ answered: Answered | null }>(`answered:${workspaceId}`, { answered: null });
  const filters = useFormDraft(`inbox:${workspaceId}:${tab}`, blankFilters);
  const list = useRef<HTMLDivElement>(null);
  const { search, profileId, channel, order } = filters.values;
  const query = useRead(
    'readInbox',
    { workspaceId },
    {
      tab,
      limit: String(inboxPageSize),
      ...(offset === 0 ? {} : { offset: String(offset) }),
      ...(search.trim() === '' ? {} : { search: search.trim() }),
      ...(profileId === '' ? {} : { profileId }),
      ...(channel === '' ? {} : { channel }),
      ...(order === '' ? {} : { order }),
    },
    { keepsLast: true },
  );
  const cards = query.data?.conversations ?? [];
  const counts = query.data?.counts;
  const here = `${base}/${tab}`;
  // The list may be reloaded, without the open conversation, before the conversation's answer is confirmed.
  const listed = useRef<readonly string[]>([]);
  useEffect(() => {
    const ids = cards.map(({ id }) => id);
    if (conversationId === undefined || ids.includes(conversationId)) listed.current = ids;
  });

  function leave() {
    const at = listed.current.indexOf(conversationId ?? '');
    const before = listed.current.slice(0, Math.max(0, at)).toReversed();
    const next = [...listed.current.slice(at + 1), ...before].find((id) => cards.some((card) => card.id === id));
    navigate(next === undefined ? here : `${here}/${encodeURIComponent(next)}`);
  }

  useShortcuts('Inbox', [
    { key: 'j', label: 'Next conversation', run: () => focusNeighbour(list.current, 1) },
    { key: 'k', label: 'Previous conversation', run: () => focusNeighbour(list.current, -1) },
    { key: 'Enter', label: 'Open it', run: () => focusNeighbour(list.current, 0) },
    { key: 'u', label: 'Back to the list', run: () => navigate(here) },
    { key: 'p', label: 'Paste a message', run: () => setIsPasting(true) },
  ]);

  return (
    <Page
      title="Inbox"
      about={<span className="wide-only">Copy a reply and send it yourself. Understudy never sends anything.</span>}
      actions={
        <>
          <Button onClick={() => setIsPasting(true)}>
            <Icon name="plus" size={18} /> Paste a message
          </Button>
          <Button kind="quiet" className="keys-button" onClick={openShortcutHelp}>
            Keys <kbd>?</kbd>
          </Button>
        </>
      }
    >
      <Tabs
        label="Conversations"
        tabs={tabNames.map((name) => ({
          href: `${base}/${name}`,
          label: tabWords[name].label,
          short: tabWords[name].short,
          count: counts?.[name],
        }))}
      />
      {learning.values.answered !== null && (
        <LearnBar
          key={learning.values.answered.at}
          answered={learning.values.answered}
          onUndone={({ conversationId: undone }) => {
            learning.clear();
            navigate(`${here}/${encodeURIComponent(undone)}`);
          }}
          onClose={learning.clear}
        />
      )}
      <div className="split" data-open={conversationId !== undefined}>
        <div className="split-list stack" ref={list}>
          <InboxFilters
            values={filters.values}
            channels={query.data?.channels ?? []}
            onChange={(patch) => {
              filters.set(patch);
              setOffset(0);
            }}
          />
          <Loaded query={query} lines={8}>
            {({ conversations, total }) =>
              conversations.length === 0 ? (
                <Empty title={filters.isDirty ? 'No conversation matches' : tabWords[tab].empty}>
                  <p>{filters.isDirty ? 'Change the filter or clear the search.' : tabWords[tab].hint}</p>
                  {tab === 'waiting' && !filters.isDirty && counts !== undefined && counts.proposals > 0 && (
                    <LinkButton href={`${base}/proposals`}>
                      {counts.proposals === 1 ? 'See the open proposal' : `See ${counts.proposals} open proposals`}
                    </LinkButton>
                  )}
                </Empty>
              ) : (
                <>
                  <p className="small muted" role="status">
                    {total === 1 ? '1 conversation' : `${total} conversations`}
                  </p>
                  <InboxList base={here} cards={conversations} openId={conversationId} />
                  <div className="row">
                    {offset > 0 && (
                      <Button onClick={() => setOffset(Math.max(0, offset - inboxPageSize))}>
                        Previous {inboxPageSize}
                      </Button>
                    )}
                    {offset + conversations.length < total && (
                      <Button onClick={() => setOffset(offset + inboxPageSize)}>
                        Next {Math.min(inboxPageSize, total - offset - conversations.length)}
                      </Button>
                    )}
                  </div>
                </>
              )
            }
          </Loaded>
        </div>
        <div className="split-detail">
          {conversationId === undefined && cards.length > 0 && (
            <Empty title="Choose a conversation">
              <p className="keys-hint">
                <kbd>j</kbd> and <kbd>k</kbd> move, <kbd>Enter</kbd> opens.
              </p>
            </Empty>
          )}
          {conversationId !== undefined && (
            <ConversationView
              key={conversationId}
              conversationId={conversationId}
              listHref={here}
              onAnswered={(answered) => {
                learning.set({ answered });
                leave();
              }}
              onLeave={leave}
            />
          )}
        </div>
      </div>
      {isPasting && (
        <PasteDialog
          onClose={() => setIsPasting(false)}
          onPasted={({ conversationId: pasted, state }) => {
            setIsPasting(false);
            const of = state === 'awaiting_owner' ? 'waiting' : 'proposals';
            navigate(`${base}/${of}/${encodeURIComponent(pasted)}`);
          }}
        />
      )}
    </Page>
  );
}
