import { faultOf } from '../../api/api-error.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { useRead } from '../../api/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';
import type { Answered } from './answered.ts';

interface NewFactProps {
  readonly answered: Answered;
  readonly onAdded: () => void;
  readonly onCancel: () => void;
}

/** Creates a fact from an answer, with the fan's question as one of its training phrases. */
export function NewFact({
  answered: { conversationId, profileId, question, text: said },
  onAdded,
  onCancel,
}: NewFactProps) {
  const { id: workspaceId } = useWorkspace();
  const params = { workspaceId, profileId };
  const draft = useRead('readDraft', params);
  const form = useFormDraft(`fact-of:${workspaceId}:${conversationId}`, { text: said, topic: '', alias: question });
  const save = useAction('saveItem', {
    refreshes: ['readDraft'],
    isOfForm: true,
    onDone: () => {
      form.clear();
      onAdded();
    },
  });
  const { text, topic, alias } = form.values;
  return (
    <form
      className="stack-tight"
      aria-label="New fact"
      onSubmit={(event) => {
        event.preventDefault();
        const aliases = alias.trim() === '' ? [] : [alias.trim()];
        const named = topic.trim() === '' ? {} : { topic: topic.trim() };
        const fact = { text: text.trim(), ...named, aliases, approved: true };
        save.mutate({ params, input: { version: draft.data?.version ?? 0, fact, conversationId } });
      }}
    >
      <TextArea
        label="The fact, word for word"
        hint="Remove anything private to this conversation."
        required
        rows={2}
        maxLength={1_000}
        value={text}
        onChange={(value) => form.set({ text: value })}
        error={faultOf(save.error, 'text')}
      />
      <TextArea
        label="How fans ask this"
        rows={1}
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
      <FormError error={save.error ?? draft.error} />
      <div className="row">
        <Button isSmall kind="primary" type="submit" isBusy={save.isPending || draft.isPending}>
          Add the fact
        </Button>
        <Button isSmall onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
