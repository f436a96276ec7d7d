import type { Thread } from '../../../../server/src/domain/console/review-contract.ts';
import { faultOf } from '../../api/api-error.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { useRead } from '../../api/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice, TextArea, TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';

/** Makes of an answered question a fact of the persona's draft, with the question as one of the ways fans ask it. */
export function MakeFactDialog({ thread, onClose }: { readonly thread: Thread; readonly onClose: () => void }) {
  const { id: workspaceId } = useWorkspace();
  const { conversation, edited } = thread;
  const params = { workspaceId, profileId: conversation.profileId };
  const toast = useToast();
  const draft = useRead('readDraft', params);
  const question = thread.thread.findLast(({ direction }) => direction === 'inbound')?.body ?? '';
  const form = useFormDraft(`fact-of:${workspaceId}:${conversation.id}`, {
    text: edited?.reply ?? '',
    topic: '',
    alias: question.slice(0, 300),
    approved: true,
  });
  const save = useAction('saveItem', {
    refreshes: ['readDraft', 'listProfiles'],
    isOfForm: true,
    onDone: () => {
      form.clear();
      toast({ text: 'Added to the draft. It goes live when the persona is published.' });
      onClose();
    },
  });
  const { text, topic, alias, approved } = form.values;
  return (
    <Dialog title="Make this a fact" onClose={onClose}>
      <p className="muted small">
        Next time somebody asks {conversation.displayName} this, the answer can be drafted. Leave out what is private to
        this conversation.
      </p>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const aliases = alias.trim() === '' ? [] : [alias.trim()];
          const fact = {
            text: text.trim(),
            ...(topic.trim() === '' ? {} : { topic: topic.trim() }),
            aliases,
            approved,
          };
          const version = draft.data?.version ?? 0;
          save.mutate({ params, input: { version, fact, conversationId: conversation.id } });
        }}
      >
        <TextArea
          label="The fact, word for word as it may be sent"
          required
          maxLength={1_000}
          value={text}
          onChange={(value) => form.set({ text: value })}
          error={faultOf(save.error, 'text')}
        />
        <TextArea
          label="The way fans ask this"
          rows={2}
          maxLength={300}
          value={alias}
          onChange={(value) => form.set({ alias: value })}
          error={faultOf(save.error, 'aliases')}
        />
        <TextField
          label="Topic (optional)"
          maxLength={120}
          value={topic}
          onChange={(value) => form.set({ topic: value })}
        />
        <Choice
          label="Approved"
          hint="Only what is approved is ever used."
          isChecked={approved}
          onChange={(value) => form.set({ approved: value })}
        />
        <FormError error={save.error ?? draft.error} />
        <div className="row">
          <Button kind="primary" type="submit" isBusy={save.isPending || draft.isPending}>
            Add to the draft
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
