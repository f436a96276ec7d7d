import { faultOf } from '../../api/api-error.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { useRead } from '../../api/use-read.ts';
import { Note } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { FormError, Loaded } from '../../ui/states.tsx';
import { RefusedList } from './refused-list.tsx';

/**
 * Shows a request that the user copies into any chat assistant to get training phrases, and a field for the assistant's
 * answer.
 */
export function AssistantCard({ profileId }: { readonly profileId: string }) {
  const { id: workspaceId } = useWorkspace();
  const params = { workspaceId, profileId };
  const query = useRead('readTeachingRequest', params);
  const form = useFormDraft(`teach:${workspaceId}:${profileId}`, { answer: '' });
  const paste = useAction('pasteTeaching', {
    refreshes: ['readTeaching', 'readTeachingRequest', 'planModelTeaching'],
    isOfForm: true,
    onDone: form.clear,
  });
  return (
    <section className="card stack">
      <h2>Let an assistant write</h2>
      <Loaded query={query} lines={2}>
        {({ items, request }) =>
          request === null ? (
            <p className="muted">Every fact and offer has enough questions, or suggestions to accept.</p>
          ) : (
            <>
              <p>
                {items === 1 ? 'One fact or offer needs' : `${items} facts and offers need`} more questions. Copy the
                request into any chat assistant. It contains your approved texts and nothing that fans wrote.
              </p>
              <div>
                <CopyButton text={request} kind="primary" />
              </div>
            </>
          )
        }
      </Loaded>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          paste.mutate({ params, input: { answer: form.values.answer } });
        }}
      >
        <TextArea
          label="The assistant's answer"
          hint="Paste all of it. Nothing is used until you accept it."
          rows={4}
          spellCheck={false}
          value={form.values.answer}
          onChange={(answer) => form.set({ answer })}
          error={faultOf(paste.error, 'answer')}
        />
        <div>
          <Button type="submit" isBusy={paste.isPending} disabled={form.values.answer.trim() === ''}>
            Read the answer
          </Button>
        </div>
      </form>
      {paste.data !== undefined && (
        <Note tone={paste.data.suggested > 0 ? 'good' : 'caution'} isAlert>
          <p>
            {paste.data.suggested === 1 ? 'One new suggestion.' : `${paste.data.suggested} new suggestions.`}
            {paste.data.known > 0 && ` ${paste.data.known} already existed.`}
          </p>
          <RefusedList refused={paste.data.refused} />
        </Note>
      )}
      {faultOf(paste.error, 'answer') === undefined && <FormError error={paste.error} />}
    </section>
  );
}
