import { useEffect } from 'react';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';

const shown = 3;

/**
 * Rehearses the unpublished changes, shows the stored messages whose reply would change, and offers to publish the
 * changes.
 */
export function WhatChanges({
  profileId,
  onPublished,
}: {
  readonly profileId: string;
  readonly onPublished: () => void;
}) {
  const { id: workspaceId } = useWorkspace();
  const toast = useToast();
  const params = { workspaceId, profileId };
  const rehearse = useAction('rehearse', { isOfForm: true, mayRepeat: true });
  const publish = useAction('publish', {
    refreshes: ['readDraft', 'readInbox', 'readThread', 'readGaps'],
    isOfForm: true,
    onDone: () => {
      toast({ text: 'Published. Replies use it from now on.' });
      onPublished();
    },
  });
  const { mutate } = rehearse;
  useEffect(() => {
    mutate({ params: { workspaceId, profileId }, input: {} });
  }, [mutate, workspaceId, profileId]);
  const { data } = rehearse;
  return (
    <div className="stack-tight" aria-live="polite">
      {rehearse.isPending && <p>Added. Checking what it changes…</p>}
      <FormError error={rehearse.error ?? publish.error} />
      {data !== undefined && (
        <>
          <p>{outcomeWords(data.changed.length, data.drafted)}</p>
          <ul className="stack-tight small">
            {data.changed.slice(0, shown).map(({ source, id, message, before, after }) => (
              <li key={`${source} ${id}`} className="quoted">
                <q className="breaks">{message}</q>
                <p className="breaks">
                  {before.riskLevel !== after.riskLevel &&
                    after.riskLevel === 'safe' &&
                    'Would be answered automatically: '}
                  {after.reply === '' ? 'No reply' : after.reply}
                </p>
              </li>
            ))}
          </ul>
          <div>
            <Button
              isSmall
              kind="primary"
              isBusy={publish.isPending}
              onClick={() =>
                publish.mutate({
                  params,
                  input: { version: data.version, publishedRevision: data.publishedRevision },
                })
              }
            >
              Publish what you taught
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function outcomeWords(changed: number, drafted: number): string {
  if (drafted === 1) return `Your last message would be answered ${changed === 1 ? 'differently:' : 'as before.'}`;
  return changed === 0
    ? `None of the last ${drafted} messages would be answered differently.`
    : `${changed} of the last ${drafted} messages would be answered differently:`;
}
