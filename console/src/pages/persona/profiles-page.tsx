import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { faultOf } from '../../api/api-error.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { useRead } from '../../api/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, FormError, Loaded } from '../../ui/states.tsx';

/** Lists a workspace's creators, each with a persona, and lets the user add a creator. */
export function ProfilesPage() {
  const { id: workspaceId, can } = useWorkspace();
  const [isCreating, setIsCreating] = useState(false);
  const query = useRead('listProfiles', { workspaceId });
  const base = `/w/${encodeURIComponent(workspaceId)}/persona`;
  const create = can('editor') && (
    <Button kind="primary" onClick={() => setIsCreating(true)}>
      <Icon name="plus" size={18} /> New creator
    </Button>
  );
  return (
    <Page title="Persona" about="Replies use only what you approve here." actions={create}>
      <Loaded query={query}>
        {({ profiles }) =>
          profiles.length === 0 ? (
            <Empty title="No creator yet">
              <p>Each creator has a voice, facts, offers and rules.</p>
            </Empty>
          ) : (
            <ul className="columns">
              {profiles.map(({ id, displayName, status, facts, offers, phrases, unpublishedChanges }) => (
                <li key={id}>
                  <Link href={`${base}/${encodeURIComponent(id)}/facts`} className="card item-link">
                    <span className="row-between">
                      <strong>{displayName}</strong>
                      {status === 'inactive' && <Badge tone="caution">inactive</Badge>}
                      {unpublishedChanges > 0 && <Badge tone="info">{unpublishedChanges} not published</Badge>}
                    </span>
                    <span className="small muted">
                      {facts} facts · {offers} offers · {phrases} phrases
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isCreating && <CreateProfileDialog base={base} onClose={() => setIsCreating(false)} />}
    </Page>
  );
}

function CreateProfileDialog({ base, onClose }: { base: string; onClose: () => void }) {
  const { id: workspaceId } = useWorkspace();
  const [, navigate] = useLocation();
  const form = useFormDraft(`profile:${workspaceId}`, { displayName: '' });
  const create = useAction('createProfile', {
    refreshes: ['listProfiles'],
    isOfForm: true,
    onDone: ({ id }) => {
      form.clear();
      navigate(`${base}/${encodeURIComponent(id)}/facts`);
    },
  });
  return (
    <Dialog title="New creator" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ params: { workspaceId }, input: { displayName: form.values.displayName.trim() } });
        }}
      >
        <TextField
          label="The creator's name"
          hint="As fans know it"
          required
          maxLength={200}
          value={form.values.displayName}
          onChange={(displayName) => form.set({ displayName })}
          error={faultOf(create.error, 'displayName')}
        />
        <FormError error={create.error} />
        <div className="row">
          <Button kind="primary" type="submit" isBusy={create.isPending}>
            Add creator
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
