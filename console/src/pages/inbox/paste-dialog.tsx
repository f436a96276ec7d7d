import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import { faultOf } from '../../api/api-error.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { useRead } from '../../api/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select, TextArea, TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { noteTried } from '../playground/tried.ts';

/** Accepts a message that the user pastes from any source, and opens a conversation for it with a suggested reply. */
export function PasteDialog({
  onClose,
  onPasted,
}: {
  readonly onClose: () => void;
  readonly onPasted: (pasted: ConsoleOutput<'pasteMessage'>) => void;
}) {
  const { id: workspaceId } = useWorkspace();
  const profiles = useRead('listProfiles', { workspaceId }).data?.profiles ?? [];
  const form = useFormDraft(`paste:${workspaceId}`, { message: '', handle: '', profileId: '' });
  const paste = useAction('pasteMessage', {
    refreshes: ['readInbox', 'readUsage'],
    isOfForm: true,
    onDone: (pasted) => {
      form.clear();
      noteTried(workspaceId);
      onPasted(pasted);
    },
  });
  const { message, handle } = form.values;
  const profileId = profiles.find(({ id }) => id === form.values.profileId)?.id ?? profiles[0]?.id ?? '';
  return (
    <Dialog title="Paste a message" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const who = handle.trim() === '' ? {} : { handle: handle.trim() };
          paste.mutate({ params: { workspaceId }, input: { profileId, message, ...who } });
        }}
      >
        <TextArea
          label="What the fan wrote"
          hint="From any app. It counts as one of your monthly replies."
          required
          rows={4}
          maxLength={8_000}
          value={message}
          onChange={(value) => form.set({ message: value })}
          error={faultOf(paste.error, 'message')}
        />
        {profiles.length > 1 && (
          <Select
            label="Written to"
            value={profileId}
            options={profiles.map(({ id, displayName }) => ({ value: id, label: displayName }))}
            onChange={(value) => form.set({ profileId: value })}
          />
        )}
        <TextField
          label="Who wrote it (optional)"
          hint="A name or handle. Later messages from the same sender join this conversation."
          maxLength={200}
          value={handle}
          onChange={(value) => form.set({ handle: value })}
        />
        <FormError error={paste.error} />
        <div className="row">
          <Button kind="primary" type="submit" isBusy={paste.isPending} disabled={profileId === ''}>
            Suggest a reply
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
