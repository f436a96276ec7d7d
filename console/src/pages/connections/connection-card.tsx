import { useState } from 'react';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useRead } from '../../api/use-read.ts';
import { Badge, Note, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { ConnectionSteps, type ConnectionView } from './connection-steps.tsx';
import { RenewSecretDialog } from './renew-secret-dialog.tsx';

const stateWords: Readonly<Record<ConnectionView['state'], { readonly word: string; readonly tone: Tone }>> = {
  setup: { word: 'setting up', tone: 'info' },
  active: { word: 'active', tone: 'good' },
  degraded: { word: 'degraded', tone: 'caution' },
  broken: { word: 'broken', tone: 'stop' },
  paused: { word: 'paused', tone: 'caution' },
  removed: { word: 'removed', tone: 'stop' },
};

const refreshes = ['listConnections'] as const;

/** Shows one connection with its state, its steps, and the owner's actions. */
export function ConnectionCard({ connection }: { readonly connection: ConnectionView }) {
  const { id: workspaceId, can } = useWorkspace();
  const [open, setOpen] = useState<'secret' | 'remove' | null>(null);
  const pause = useAction('pauseConnection', { refreshes });
  const resume = useAction('resumeConnection', { refreshes });
  const { id, name, kindTitle, profileId, mode, state, health, lastEventAt } = connection;
  const { word, tone } = stateWords[state];
  const profiles = useRead('listProfiles', { workspaceId }).data?.profiles;
  const creator = profiles?.find((each) => each.id === profileId)?.displayName ?? '…';
  const call = { params: { workspaceId, connectionId: id }, input: {} };
  return (
    <section className="card stack" aria-label={name}>
      <div className="row-between">
        <h2 className="breaks">{name}</h2>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p className="muted">
        {kindTitle} for {creator}.{' '}
        {mode === 'ready' ? 'Safe replies are queued for your sending program.' : 'Every reply waits for approval.'}
      </p>
      <div role="status">
        <Note tone={health.tone}>
          {health.text}{' '}
          {lastEventAt !== null && (
            <>
              Last event: <When at={lastEventAt} />.
            </>
          )}
        </Note>
      </div>
      <details open={state === 'setup'}>
        <summary>Steps</summary>
        <ConnectionSteps connection={connection} />
      </details>
      {can('owner') && (
        <div className="row">
          {state === 'paused' ? (
            <Button isSmall aria-label={`Resume ${name}`} isBusy={resume.isPending} onClick={() => resume.mutate(call)}>
              Resume
            </Button>
          ) : (
            <Button isSmall aria-label={`Pause ${name}`} isBusy={pause.isPending} onClick={() => pause.mutate(call)}>
              Pause
            </Button>
          )}
          <Button isSmall aria-label={`New secret for ${name}`} onClick={() => setOpen('secret')}>
            New secret
          </Button>
          <Button isSmall kind="danger" aria-label={`Remove ${name}`} onClick={() => setOpen('remove')}>
            Remove
          </Button>
        </div>
      )}
      {open === 'secret' && <RenewSecretDialog connection={connection} onClose={() => setOpen(null)} />}
      {open === 'remove' && <RemoveDialog connection={connection} onClose={() => setOpen(null)} />}
    </section>
  );
}

function RemoveDialog({ connection, onClose }: { connection: ConnectionView; onClose: () => void }) {
  const { id: workspaceId } = useWorkspace();
  const toast = useToast();
  const remove = useAction('removeConnection', {
    refreshes,
    isOfForm: true,
    onDone: () => {
      toast({ text: `${connection.name} is removed.` });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Remove ${connection.name}?`}
      confirm="Remove it now"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { workspaceId, connectionId: connection.id }, input: {} })}
      onClose={onClose}
    >
      Its address stops working immediately, and replies that are waiting to be sent are withdrawn. Conversations stay.
    </ConfirmDialog>
  );
}
