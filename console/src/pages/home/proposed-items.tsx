import { useEffect, useRef } from 'react';
import type { ProposedItem } from '../../../../server/src/domain/console/persona-contract.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useRead } from '../../api/use-read.ts';
import { Note } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import { ProposedCard, textOf } from './proposed-card.tsx';

interface ProposedItemsProps {
  readonly profileId: string;
  readonly items: readonly ProposedItem[];
  readonly unanswered: readonly string[];
  readonly base: string;
  /** Called with the proposals that the creator has neither approved nor skipped. */
  readonly onSettled: (rest: readonly ProposedItem[]) => void;
  readonly onPublished: () => void;
  readonly onAgain: () => void;
}

/**
 * Lists the proposals from a pasted text. The creator approves or skips each proposal, then publishes all approved ones
 * with one button.
 */
export function ProposedItems(props: ProposedItemsProps) {
  const { profileId, items, unanswered, base, onSettled, onPublished, onAgain } = props;
  const { id: workspaceId } = useWorkspace();
  const toast = useToast();
  const list = useRef<HTMLDivElement>(null);
  const hasSettled = useRef(false);
  const params = { workspaceId, profileId };
  const draft = useRead('readDraft', params);
  // After an item is saved, the cached draft is outdated until it is reloaded.
  const saved = useRef(0);
  const version = Math.max(saved.current, draft.data?.version ?? 0);
  const save = useAction('saveItem', {
    refreshes: ['readDraft'],
    isOfForm: true,
    onDone: (changed) => {
      saved.current = changed.version;
    },
  });
  const publish = useAction('publish', {
    refreshes: ['readDraft', 'readGaps'],
    isOfForm: true,
    onDone: () => {
      toast({ text: 'Published. Replies use it from now on.' });
      onPublished();
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each settled proposal moves the focus to the next one
  useEffect(() => {
    // Moves the focus of keyboard users to the next proposal.
    if (hasSettled.current) list.current?.querySelector<HTMLElement>('[data-approve], [data-publish]')?.focus();
  }, [items.length]);

  // The creator may skip a proposal while another one is being saved. This ref always holds the current list, so both are settled.
  const left = useRef(items);
  useEffect(() => {
    left.current = items;
  }, [items]);
  function settle(item: ProposedItem) {
    hasSettled.current = true;
    left.current = left.current.filter((each) => each !== item);
    onSettled(left.current);
  }
  async function approve(item: ProposedItem, changed: ProposedItem) {
    const done = await save.mutateAsync({ params, input: { version, ...changed } }).catch(() => null);
    if (done !== null) settle(item);
  }
  const unpublished = draft.data?.unpublishedChanges ?? 0;
  return (
    <div className="stack" ref={list}>
      <p role="status">
        {items.length === 0
          ? 'You have gone through all of them.'
          : `${items.length} ${items.length === 1 ? 'proposal' : 'proposals'} in your own words. Approve what is true for everyone who asks.`}
      </p>
      <FormError error={save.error ?? draft.error ?? publish.error} />
      <ul className="stack">
        {items.map((item) => (
          <li key={textOf(item)}>
            <ProposedCard
              item={item}
              isBusy={save.isPending || draft.isPending}
              onApprove={(changed) => void approve(item, changed)}
              onLeave={() => settle(item)}
            />
          </li>
        ))}
      </ul>
      {unanswered.length > 0 && (
        <Note tone="caution">
          <p>Your text has no answer to {unanswered.length === 1 ? 'this question' : 'these questions'}:</p>
          <ul className="stack-tight">
            {unanswered.map((question) => (
              <li key={question} className="row-between">
                <q className="breaks">{question}</q>
                <LinkButton
                  isSmall
                  href={`${base}/persona/${encodeURIComponent(profileId)}/facts/new?asked=${encodeURIComponent(question)}`}
                >
                  Write the fact
                </LinkButton>
              </li>
            ))}
          </ul>
        </Note>
      )}
      <div className="row">
        {items.length > 0 && (
          <Button kind="quiet" onClick={() => onSettled([])}>
            Skip the rest
          </Button>
        )}
        <Button kind="quiet" onClick={onAgain}>
          Paste another text
        </Button>
      </div>
      {unpublished > 0 && draft.data !== undefined && (
        <div className="publish-approved">
          <Button
            kind="primary"
            data-publish={items.length === 0 ? '' : undefined}
            isBusy={publish.isPending || draft.isFetching}
            onClick={() =>
              publish.mutate({ params, input: { version, publishedRevision: draft.data.publishedRevision } })
            }
          >
            Publish what you approved ({unpublished})
          </Button>
        </div>
      )}
    </div>
  );
}
