import type { FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { Note } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice, TextArea } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { StudioPartProps } from './studio-part-props.ts';

type Mode = 'merge' | 'replace';
const blank: { text: string; mode: Mode } = { text: '', mode: 'merge' };

/** Exports a persona to a file, and imports a persona from a file. */
export function TransferPart({ draft }: StudioPartProps) {
  const { can } = useWorkspace();
  return (
    <div className="columns">
      <Export draft={draft} />
      {can('editor') && <Import draft={draft} />}
    </div>
  );
}

function Export({ draft }: Pick<StudioPartProps, 'draft'>) {
  const { id: workspaceId } = useWorkspace();
  const toast = useToast();
  async function save(of: 'draft' | 'published', format: 'yaml' | 'json') {
    try {
      const params = { workspaceId, profileId: draft.profileId };
      const { fileName, text } = await call('exportPersona', params, { of, format });
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([text]));
      link.download = fileName;
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      toast({ tone: 'stop', text: error instanceof Error ? error.message : 'It could not be exported.' });
    }
  }
  return (
    <section className="card stack">
      <h2>Export</h2>
      <p className="muted">The whole persona as a file, including items that are not approved.</p>
      <div className="row">
        <Button onClick={() => void save('draft', 'yaml')}>Draft, YAML</Button>
        <Button onClick={() => void save('draft', 'json')}>Draft, JSON</Button>
        <Button onClick={() => void save('published', 'yaml')}>Live version, YAML</Button>
      </div>
    </section>
  );
}

function Import({ draft }: Pick<StudioPartProps, 'draft'>) {
  const { id: workspaceId } = useWorkspace();
  const toast = useToast();
  const form = useFormDraft<{ text: string; mode: Mode }>(`import:${workspaceId}:${draft.profileId}`, blank);
  const { text, mode } = form.values;
  const params = { workspaceId, profileId: draft.profileId };
  const look = useAction('importPersona', { isOfForm: true });
  const bring = useAction('importPersona', {
    refreshes: ['readDraft'],
    isOfForm: true,
    onDone: () => {
      form.clear();
      look.reset();
      toast({ text: 'Imported into the draft. You can undo it under History.' });
    },
  });
  const input = (dryRun: boolean) => ({ version: draft.version, text, mode, dryRun });
  function change(next: { text?: string; mode?: Mode }) {
    look.reset();
    bring.reset();
    form.set(next);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    look.mutate({ params, input: input(true) });
  }
  return (
    <form className="card stack" onSubmit={submit}>
      <h2>Import</h2>
      <p className="muted">A persona, or a workspace document that contains this one, as YAML or JSON.</p>
      <label className="field">
        <span className="legend">From a file</span>
        <input
          className="input"
          type="file"
          accept=".yaml,.yml,.json,application/json"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file !== undefined) void file.text().then((read) => change({ text: read }));
          }}
        />
      </label>
      <TextArea
        label="Or paste it here"
        rows={6}
        spellCheck={false}
        required
        value={text}
        onChange={(value) => change({ text: value })}
      />
      <fieldset>
        <legend className="legend">How</legend>
        <Choice
          radioOf="import-mode"
          label="Merge"
          hint="Adds new items and replaces items with the same id. Other items stay."
          isChecked={mode === 'merge'}
          onChange={() => change({ mode: 'merge' })}
        />
        <Choice
          radioOf="import-mode"
          label="Replace"
          hint="The import replaces the whole draft."
          isChecked={mode === 'replace'}
          onChange={() => change({ mode: 'replace' })}
        />
      </fieldset>
      <FormError error={look.error ?? bring.error} />
      {look.data !== undefined && (
        <Note tone="info" isAlert>
          It would add {look.data.added}, change {look.data.changed} and remove {look.data.removed} items.
        </Note>
      )}
      <div className="row">
        <Button type="submit" isBusy={look.isPending}>
          Preview the import
        </Button>
        {look.data !== undefined && (
          <Button kind="primary" isBusy={bring.isPending} onClick={() => bring.mutate({ params, input: input(false) })}>
            Import into the draft
          </Button>
        )}
      </div>
    </form>
  );
}
