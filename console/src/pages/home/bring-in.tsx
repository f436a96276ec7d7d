import { useState } from 'react';
import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { Note } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Select, TextArea, TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { useProposals } from './proposals.ts';
import { ProposedItems } from './proposed-items.tsx';

interface BringInProps {
  readonly profiles: ConsoleOutput<'listProfiles'>['profiles'];
  /** The workspace's path, such as `/w/ws_aurora`. */
  readonly base: string;
}

/** Turns a creator's existing texts into proposed facts, offers and phrases, which they approve one by one. */
export function BringIn({ profiles, base }: BringInProps) {
  const { id: workspaceId, name: workspaceName, can } = useWorkspace();
  const [isEmpty, setIsEmpty] = useState(false);
  const form = useProposals(workspaceId, workspaceName);
  const { name, text, items, unanswered } = form.values;
  const profileId = (profiles.find(({ id }) => id === form.values.profileId) ?? profiles[0])?.id;
  const create = useAction('createProfile', { refreshes: ['listProfiles'], isOfForm: true });
  const propose = useAction('proposeItems', { isOfForm: true, mayRepeat: true });
  if (!can('editor')) return <p>Editors and owners of this workspace add facts. You can read them under Persona.</p>;

  async function read() {
    const of =
      profileId ?? (await create.mutateAsync({ params: { workspaceId }, input: { displayName: name.trim() } })).id;
    const found = await propose.mutateAsync({ params: { workspaceId, profileId: of }, input: { text } });
    setIsEmpty(found.items.length === 0);
    form.set({ profileId: of, items: found.items.length === 0 ? null : found.items, unanswered: found.unanswered });
  }

  if (items !== null && profileId !== undefined)
    return (
      <ProposedItems
        profileId={profileId}
        items={items}
        unanswered={unanswered}
        base={base}
        onSettled={(rest) => form.set({ items: rest })}
        onPublished={() => items.length === 0 && form.clear()}
        onAgain={() => form.set({ items: null, text: '' })}
      />
    );
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        // The error is shown below.
        read().catch(() => {});
      }}
    >
      <p>
        Paste your FAQ, the text of your page, or replies that you sent before. You approve each fact first, and replies
        use nothing else.
      </p>
      {profiles.length === 0 && (
        <TextField
          label="The creator's name"
          hint="As your fans know it"
          required
          maxLength={200}
          value={name}
          onChange={(value) => form.set({ name: value })}
        />
      )}
      {profiles.length > 1 && (
        <Select
          label="Creator"
          value={profileId ?? ''}
          options={profiles.map(({ id, displayName }) => ({ value: id, label: displayName }))}
          onChange={(value) => form.set({ profileId: value })}
        />
      )}
      <TextArea
        label="Your FAQ, page or past replies"
        required
        rows={6}
        maxLength={60_000}
        placeholder={'Do you ship worldwide?\nYes, I ship everywhere from Lisbon.'}
        value={text}
        onChange={(value) => {
          setIsEmpty(false);
          form.set({ text: value });
        }}
      />
      {isEmpty && (
        <Note tone="caution" isAlert>
          This text contains no new facts. Put each question on its own line with the answer below it, or write whole
          sentences.
        </Note>
      )}
      <FormError error={create.error ?? propose.error} />
      <div className="row">
        <Button kind="primary" type="submit" isBusy={create.isPending || propose.isPending}>
          Propose facts
        </Button>
        <LinkButton href={`${base}/persona`} kind="quiet">
          Write facts yourself
        </LinkButton>
      </div>
    </form>
  );
}
