import { useState } from 'react';
import type { ChangeView } from '../../../../server/src/domain/console/persona-contract.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useRead } from '../../api/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import type { StudioPartProps } from './studio-part-props.ts';

const actionWords: Readonly<Record<ChangeView['action'], string>> = {
  add: 'added',
  change: 'changed',
  remove: 'removed',
  about: 'changed voice or rules',
  import: 'imported',
  discard: 'went back to the live version',
  undo: 'undid',
  publish: 'published',
};

const reads = ['readDraft'] as const;

/** Lists the changes to a persona with their authors, and lets the user undo a change or discard the draft. */
export function HistoryPart({ draft }: StudioPartProps) {
  const { id: workspaceId, can } = useWorkspace();
  const toast = useToast();
  const params = { workspaceId, profileId: draft.profileId };
  const query = useRead('listChanges', params);
  const undo = useAction('undoChange', { refreshes: reads, onDone: () => toast({ text: 'Undone' }) });
  return (
    <div className="stack prose">
      {can('editor') && draft.unpublishedChanges > 0 && <Discard draft={draft} />}
      <Loaded query={query} lines={8}>
        {({ changes }) =>
          changes.length === 0 ? (
            <Empty title="No changes yet" />
          ) : (
            <ol className="stack-tight">
              {changes.map((change) => (
                <li key={change.id} className="card stack-tight">
                  <div className="row-between">
                    <span>
                      <strong>{change.by.name}</strong> {actionWords[change.action]}
                      {change.itemKind !== null && ` a ${change.itemKind}`}{' '}
                      <span className="muted small">
                        <When at={change.at} />
                      </span>
                    </span>
                    {change.canUndo && can('editor') && (
                      <Button
                        isSmall
                        isBusy={undo.isPending && undo.variables.params.changeId === change.id}
                        onClick={() =>
                          undo.mutate({ params: { ...params, changeId: change.id }, input: { version: draft.version } })
                        }
                      >
                        Undo
                      </Button>
                    )}
                  </div>
                  <p className="breaks">{change.title}</p>
                  <BeforeAndAfter change={change} />
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </div>
  );
}

function Discard({ draft }: Pick<StudioPartProps, 'draft'>) {
  const { id: workspaceId } = useWorkspace();
  const [isAsking, setIsAsking] = useState(false);
  const discard = useAction('discardDraft', { refreshes: reads, isOfForm: true, onDone: () => setIsAsking(false) });
  return (
    <div>
      <Button kind="danger" onClick={() => setIsAsking(true)}>
        Go back to the live version
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Go back to the live version?"
          confirm="Discard the draft"
          isBusy={discard.isPending}
          error={discard.error}
          onConfirm={() =>
            discard.mutate({ params: { workspaceId, profileId: draft.profileId }, input: { version: draft.version } })
          }
          onClose={() => setIsAsking(false)}
        >
          All {draft.unpublishedChanges} unpublished changes are discarded.
        </ConfirmDialog>
      )}
    </div>
  );
}

function BeforeAndAfter({ change: { before, after } }: { change: ChangeView }) {
  if (before === null && after === null) return null;
  const sides = [
    ['Before', before],
    ['After', after],
  ] as const;
  return (
    <details>
      <summary className="small">What changed</summary>
      <div className="side-by-side">
        {sides.map(([label, value]) => (
          <div key={label} className="stack-tight">
            <Badge>{label}</Badge>
            <pre className="code code-wraps">
              {value === null || value === undefined ? '–' : JSON.stringify(value, null, 2)}
            </pre>
          </div>
        ))}
      </div>
    </details>
  );
}
