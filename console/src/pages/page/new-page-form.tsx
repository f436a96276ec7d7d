import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import { faultOf } from '../../api/api-error.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Empty, FormError } from '../../ui/states.tsx';
import { slugOf } from './slug-of.ts';

/** Creates a Page for a creator who has none. The address cannot be changed after the Page is created. */
export function NewPageForm({
  profile,
  onMade,
}: {
  readonly profile: ConsoleOutput<'listProfiles'>['profiles'][number];
  readonly onMade: () => void;
}) {
  const { id: workspaceId, can } = useWorkspace();
  const form = useFormDraft(`page:${workspaceId}:${profile.id}`, { slug: slugOf(profile.displayName) });
  const create = useAction('createPage', {
    refreshes: ['listPages'],
    isOfForm: true,
    onDone: () => {
      form.clear();
      onMade();
    },
  });
  if (!can('editor') || !can('owner'))
    return (
      <Empty title={`${profile.displayName} has no Page yet`}>
        <p>An owner of this workspace can create it.</p>
      </Empty>
    );
  return (
    <form
      className="card stack prose"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ params: { workspaceId }, input: { profileId: profile.id, slug: form.values.slug.trim() } });
      }}
    >
      <h2>{profile.displayName} has no Page yet</h2>
      <p>Each answer counts as one of your monthly replies. The Page shows nothing until you choose what it shows.</p>
      <TextField
        label="The Page's address"
        hint={`The part after ${location.origin}/p/. Use 3 to 60 lower-case letters, digits and hyphens. It cannot be changed later.`}
        required
        maxLength={60}
        spellCheck={false}
        autoCapitalize="none"
        value={form.values.slug}
        onChange={(slug) => form.set({ slug })}
        error={faultOf(create.error, 'slug')}
      />
      <FormError error={create.error} />
      <div>
        <Button kind="primary" type="submit" isBusy={create.isPending}>
          Create the Page
        </Button>
      </div>
    </form>
  );
}
