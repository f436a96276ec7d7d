import { useState } from 'react';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';
import type { KeyView } from './key-view.ts';
import { SecretDialog } from './secret-dialog.tsx';

const overlaps = [
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: '1', label: '1 hour' },
  { value: '0', label: 'No overlap: the old key ends immediately' },
] as const;
type Overlap = (typeof overlaps)[number]['value'];

export function RotateKeyDialog({ apiKey, onClose }: { readonly apiKey: KeyView; readonly onClose: () => void }) {
  const { id: workspaceId } = useWorkspace();
  const [overlap, setOverlap] = useState<Overlap>('24');
  const rotate = useAction('rotateKey', { refreshes: ['listKeys'], isOfForm: true });
  if (rotate.data !== undefined)
    return (
      <SecretDialog title="The new key" secret={rotate.data.secret} scopes={rotate.data.key.scopes} onClose={onClose} />
    );
  return (
    <Dialog title={`Rotate ${apiKey.name}`} onClose={onClose}>
      <p>
        You get a new key with the same permissions. The old key keeps working for the period that you choose, so that
        you have time to switch.
      </p>
      <Select label="The old key works for" value={overlap} options={overlaps} onChange={setOverlap} />
      <FormError error={rotate.error} />
      <div className="row">
        <Button
          kind="primary"
          isBusy={rotate.isPending}
          onClick={() =>
            rotate.mutate({ params: { workspaceId, keyId: apiKey.id }, input: { overlapHours: Number(overlap) } })
          }
        >
          Rotate
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}
