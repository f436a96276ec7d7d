import { type FormEvent, useState } from 'react';
import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import { faultOf } from '../../api/api-error.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useRead } from '../../api/use-read.ts';
import { Note } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { OnceDialog } from '../../ui/once-dialog.tsx';
import { FormError } from '../../ui/states.tsx';
import { ConnectionSteps } from './connection-steps.tsx';

type KindView = ConsoleOutput<'listConnections'>['kinds'][number];

const modes = [
  { value: 'review', label: 'Every reply waits for approval' },
  { value: 'ready', label: 'Safe replies are queued for my sending program' },
] as const;

const initialMode: (typeof modes)[number]['value'] = 'review';

/**
 * Asks for the values that a connection of the chosen kind needs. Then shows the connection's steps and its secrets,
 * which are shown only once.
 */
export function NewConnectionDialog({
  kinds,
  onClose,
}: {
  readonly kinds: readonly KindView[];
  readonly onClose: () => void;
}) {
  const { id: workspaceId } = useWorkspace();
  const profiles = useRead('listProfiles', { workspaceId }).data?.profiles ?? [];
  const [form, setForm] = useState({ profileId: '', kind: '', transport: '', name: '', mode: initialMode });
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const create = useAction('createConnection', { refreshes: ['listConnections'], isOfForm: true });
  const kind = kinds.find((each) => each.kind === form.kind) ?? kinds[0];
  const transport = kind?.transports.find(({ name }) => name === form.transport) ?? kind?.transports[0];
  const profileId = form.profileId || profiles[0]?.id;
  if (create.data !== undefined) return <MadeDialog made={create.data} onClose={onClose} />;
  const fields = (kind?.fields ?? []).filter(
    ({ transports }) => transports === null || transports.includes(transport?.name ?? ''),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (kind === undefined || transport === undefined || profileId === undefined) return;
    const given = (isSecret: boolean) =>
      Object.fromEntries(
        fields.flatMap((field) => {
          const value = values[field.name]?.trim();
          return field.isSecret === isSecret && value ? [[field.name, value]] : [];
        }),
      );
    const name = form.name.trim();
    create.mutate({
      params: { workspaceId },
      input: {
        profileId,
        kind: kind.kind,
        transport: transport.name,
        mode: form.mode,
        ...(name !== '' && { name }),
        fields: given(false),
        secrets: given(true),
      },
    });
  }
  return (
    <Dialog title="New connection" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Select
          label="Where messages come from"
          hint={kind?.summary}
          value={kind?.kind ?? ''}
          options={kinds.map((each) => ({ value: each.kind, label: each.title }))}
          onChange={(value) => setForm({ ...form, kind: value, transport: '' })}
        />
        {kind !== undefined && kind.transports.length > 1 && (
          <Select
            label="How they arrive"
            value={transport?.name ?? ''}
            options={kind.transports.map(({ name, title }) => ({ value: name, label: title }))}
            onChange={(value) => setForm({ ...form, transport: value })}
          />
        )}
        <Select
          label="Creator"
          value={profileId ?? ''}
          options={profiles.map(({ id, displayName }) => ({ value: id, label: displayName }))}
          onChange={(value) => setForm({ ...form, profileId: value })}
          error={faultOf(create.error, 'profileId')}
        />
        <TextField
          label="Name"
          hint="Your name for it, such as “Instagram”"
          maxLength={120}
          value={form.name}
          onChange={(value) => setForm({ ...form, name: value })}
          error={faultOf(create.error, 'name')}
        />
        {fields.map((field) => (
          <TextField
            key={field.name}
            label={field.title}
            hint={field.help}
            required={!field.isOptional}
            maxLength={field.longest}
            type={field.isSecret ? 'password' : 'text'}
            autoComplete="off"
            value={values[field.name] ?? ''}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
            error={faultOf(create.error, `${field.isSecret ? 'secrets' : 'fields'}.${field.name}`)}
          />
        ))}
        <Select
          label="Safe replies"
          value={form.mode}
          options={modes}
          onChange={(value) => setForm({ ...form, mode: value })}
        />
        <FormError error={create.error} />
        <div className="row">
          <Button kind="primary" type="submit" isBusy={create.isPending}>
            Add the connection
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

function MadeDialog({
  made: { connection, secrets },
  onClose,
}: {
  readonly made: ConsoleOutput<'createConnection'>;
  readonly onClose: () => void;
}) {
  const title = `${connection.name} is added`;
  const content = (
    <div className="stack">
      {secrets.length > 0 && <Note tone="caution">Copy the secret now. It will not be shown again.</Note>}
      <ConnectionSteps connection={connection} secrets={secrets} />
      <div>
        <Button kind="primary" onClick={onClose}>
          {secrets.length > 0 ? 'I have copied it' : 'Done'}
        </Button>
      </div>
    </div>
  );
  if (secrets.length === 0)
    return (
      <Dialog title={title} isWide onClose={onClose}>
        {content}
      </Dialog>
    );
  return (
    <OnceDialog title={title} what="the secret" isWide onClose={onClose}>
      {content}
    </OnceDialog>
  );
}
