import { useRef, useState } from 'react';
import type { Thread } from '../../../../server/src/domain/console/review-contract.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton, copyText } from '../../ui/copy-button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { useShortcuts } from '../../ui/shortcuts.tsx';
import { FormError } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { ClaimedReply, QuotedItems } from '../shared/claimed-reply.tsx';
import { intentName, riskWords } from '../shared/words.ts';

interface ReplyPanelProps {
  readonly params: { readonly workspaceId: string; readonly conversationId: string };
  readonly draft: Thread['draft'];
  readonly edited: Thread['edited'];
  /** The address of the persona that it was drafted with. */
  readonly studio: string;
}

/** What could be answered: the draft with what it rests on, or what a person made of it. It is copied, never sent. */
export function ReplyPanel({ params, draft, edited, studio }: ReplyPanelProps) {
  const toast = useToast();
  const drafted = draft?.decision.reply ?? '';
  const form = useFormDraft(`reply:${params.workspaceId}:${params.conversationId}`, {
    reply: edited?.reply ?? drafted,
  });
  const [isEditing, setIsEditing] = useState(form.isDirty);
  const place = useRef<HTMLElement>(null);
  const keep = useAction('editReply', {
    refreshes: ['readThread'],
    isOfForm: true,
    mayRepeat: true,
    onDone: () => {
      form.clear();
      setIsEditing(false);
      toast({ text: 'Kept. It was not sent to anybody.' });
    },
  });
  const { reply } = form.values;

  function edit() {
    setIsEditing(true);
    requestAnimationFrame(() => place.current?.querySelector('textarea')?.focus());
  }
  useShortcuts('Reply', [
    { key: 'e', label: 'Edit the reply', run: edit },
    {
      key: 'c',
      label: 'Copy the reply',
      run: () =>
        void copyText(reply).then((isDone) => toast({ text: isDone ? 'Copied' : 'The browser did not allow it' })),
    },
  ]);

  return (
    <section className="card stack" ref={place} aria-label="Reply">
      <div className="row-between">
        <h3>{edited === null ? 'Draft' : `Edited by ${edited.by}`}</h3>
        {draft !== null && (
          <span className="row">
            <Badge tone={riskWords[draft.decision.riskLevel].tone}>{riskWords[draft.decision.riskLevel].name}</Badge>
            <Badge>{intentName(draft.decision.intent)}</Badge>
            <span className="small muted">
              <When at={edited?.at ?? draft.draftedAt} />
            </span>
          </span>
        )}
      </div>
      {isEditing ? (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            keep.mutate({ params, input: { reply } });
          }}
        >
          <TextArea
            label="Your reply"
            hint="Kept for whoever opens this next. Copy it to send it yourself."
            rows={4}
            maxLength={4_000}
            value={reply}
            onChange={(text) => form.set({ reply: text })}
          />
          <FormError error={keep.error} />
          <div className="row">
            <CopyButton text={reply} kind="primary" label="Copy" />
            <Button type="submit" isBusy={keep.isPending}>
              Keep
            </Button>
            <Button
              kind="quiet"
              onClick={() => {
                form.clear();
                setIsEditing(false);
              }}
            >
              Cancel
            </Button>
          </div>
        </form>
      ) : (
        <>
          <ShownReply reply={reply} drafted={drafted} draft={draft} />
          <div className="row">
            {reply !== '' && <CopyButton text={reply} kind="primary" label="Copy the reply" />}
            <Button onClick={edit}>{reply === '' ? 'Write a reply' : 'Edit'}</Button>
            {edited !== null && (
              <Button
                kind="quiet"
                isBusy={keep.isPending}
                onClick={() => keep.mutate({ params, input: { reply: '' } })}
              >
                Back to the draft
              </Button>
            )}
          </div>
        </>
      )}
      {draft?.decision.rationale !== undefined && draft.decision.rationale !== '' && (
        <p className="small muted breaks">{draft.decision.rationale}</p>
      )}
      {draft !== null && draft.items.length > 0 && (
        <details open>
          <summary>What it rests on</summary>
          <QuotedItems items={draft.items} used={draft.decision.itemsUsed} studio={studio} />
        </details>
      )}
    </section>
  );
}

function ShownReply({ reply, drafted, draft }: { reply: string; drafted: string; draft: Thread['draft'] }) {
  if (reply === '') return <p className="muted">Nothing may be said automatically here. The words are yours.</p>;
  if (draft !== null && reply === drafted)
    return <ClaimedReply reply={reply} claims={draft.claims} items={draft.items} />;
  return <p className="reply">{reply}</p>;
}
