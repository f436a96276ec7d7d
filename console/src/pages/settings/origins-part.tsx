import { faultOf } from '../../api/api-error.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { useRead } from '../../api/use-read.ts';
import { TextArea } from '../../ui/field.tsx';
import { linesOf } from '../../ui/lines.ts';
import { SaveButtons } from '../../ui/save-buttons.tsx';
import { FormError, Loaded } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';

export function OriginsPart() {
  const { id: workspaceId } = useWorkspace();
  const query = useRead('readSettings', { workspaceId });
  return <Loaded query={query}>{({ allowedOrigins }) => <OriginsForm allowedOrigins={allowedOrigins} />}</Loaded>;
}

function OriginsForm({ allowedOrigins }: { allowedOrigins: readonly string[] }) {
  const { id: workspaceId } = useWorkspace();
  const toast = useToast();
  const form = useFormDraft(`origins:${workspaceId}`, { origins: allowedOrigins.join('\n') });
  const save = useAction('changeOrigins', {
    refreshes: ['readSettings'],
    isOfForm: true,
    mayRepeat: true,
    form,
    onDone: () => toast({ text: 'Saved' }),
  });
  return (
    <form
      className="card stack prose"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ params: { workspaceId }, input: { allowedOrigins: linesOf(form.values.origins) } });
      }}
    >
      <p>
        A web page can use a key only if its origin is in this list. Programs on servers and MCP clients need no entry.
      </p>
      <TextArea
        label="Origins, one per line"
        hint="With scheme, host and port, such as https://desk.aurora.example"
        rows={4}
        spellCheck={false}
        value={form.values.origins}
        onChange={(origins) => form.set({ origins })}
        error={faultOf(save.error, 'allowedOrigins')}
      />
      <FormError error={save.error} />
      <SaveButtons isBusy={save.isPending} isDirty={form.isDirty} onUndo={form.clear} />
    </form>
  );
}
