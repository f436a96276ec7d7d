import { useState } from 'react';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useRead } from '../../api/use-read.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { useToast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import type { KeyView } from './key-view.ts';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';
import { scopeWords } from './scope-words.ts';

const stateTones: Readonly<Record<KeyView['state'], Tone>> = { active: 'good', expired: 'caution', revoked: 'stop' };

export function KeysPart() {
  const { id: workspaceId } = useWorkspace();
  const [isCreating, setIsCreating] = useState(false);
  const [rotating, setRotating] = useState<KeyView | null>(null);
  const [revoking, setRevoking] = useState<KeyView | null>(null);
  const query = useRead('listKeys', { workspaceId });
  const create = (
    <Button kind="primary" onClick={() => setIsCreating(true)}>
      <Icon name="plus" size={18} /> New key
    </Button>
  );
  return (
    <div className="stack">
      <Loaded query={query}>
        {({ keys }) =>
          keys.length === 0 ? (
            <Empty title="No key yet">
              <p>
                A key lets one of your programs, such as a bot or a help desk, ask for replies in your name. You choose
                what it may do.
              </p>
              {create}
            </Empty>
          ) : (
            <>
              <div>{create}</div>
              <Table
                caption="Keys of this workspace"
                rows={keys}
                keyOf={({ id }) => id}
                columns={[
                  {
                    label: 'Key',
                    cell: (key) => (
                      <div className="stack-tight">
                        <strong className="breaks">{key.name}</strong>
                        <code>
                          {key.prefix}…{key.lastFour ?? ''}
                        </code>
                      </div>
                    ),
                  },
                  { label: 'May', cell: ({ scopes }) => scopes.map((scope) => scopeWords[scope].name).join(', ') },
                  {
                    label: 'State',
                    cell: (key) => (
                      <div className="stack-tight">
                        <div>
                          <Badge tone={stateTones[key.state]}>{key.state}</Badge>
                        </div>
                        {key.state === 'active' && key.expiresAt !== null && (
                          <span className="small muted">
                            ends <When at={key.expiresAt} />
                          </span>
                        )}
                      </div>
                    ),
                  },
                  { label: 'Last used', cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
                  { label: 'Requests', isNumber: true, cell: ({ requests }) => requests.toLocaleString() },
                  {
                    label: '',
                    cell: (key) =>
                      key.state === 'active' && (
                        <div className="row">
                          <Button isSmall aria-label={`Rotate ${key.name}`} onClick={() => setRotating(key)}>
                            Rotate
                          </Button>
                          <Button
                            isSmall
                            kind="danger"
                            aria-label={`Revoke ${key.name}`}
                            onClick={() => setRevoking(key)}
                          >
                            Revoke
                          </Button>
                        </div>
                      ),
                  },
                ]}
              />
            </>
          )
        }
      </Loaded>
      {isCreating && <CreateKeyDialog onClose={() => setIsCreating(false)} />}
      {rotating !== null && <RotateKeyDialog apiKey={rotating} onClose={() => setRotating(null)} />}
      {revoking !== null && <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </div>
  );
}

function RevokeKeyDialog({ apiKey, onClose }: { apiKey: KeyView; onClose: () => void }) {
  const { id: workspaceId } = useWorkspace();
  const toast = useToast();
  const revoke = useAction('revokeKey', {
    refreshes: ['listKeys'],
    isOfForm: true,
    mayRepeat: true,
    onDone: () => {
      toast({ text: `${apiKey.name} is revoked.` });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey.name}?`}
      confirm="Revoke it now"
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ params: { workspaceId, keyId: apiKey.id }, input: {} })}
      onClose={onClose}
    >
      The key stops working immediately. You cannot undo this. To replace a key without an interruption, rotate it
      instead.
    </ConfirmDialog>
  );
}
