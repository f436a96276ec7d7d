import { useState } from 'react';
import { faultOf } from '../../api/api-error.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Choice, TextField } from '../../ui/field.tsx';
import { SaveButtons } from '../../ui/save-buttons.tsx';
import { FormError } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { PageOfCreator, PagePartProps } from './page-part-props.ts';

const ownAccent = '#7B2A6B';

function formOf({ settings: { theme, dailyReplies, dailyHandoffs, robots, model } }: PageOfCreator) {
  return {
    hasAccent: theme !== null,
    accent: theme?.accent ?? ownAccent,
    dailyReplies: dailyReplies === null ? '' : String(dailyReplies),
    dailyHandoffs: String(dailyHandoffs),
    isIndexed: robots === 'index',
    model,
  };
}

/**
 * Shows the Page's settings: its colours, its daily limits, whether search engines may list it, and whether the
 * language model may read questions.
 */
export function SettingsPart({ page }: PagePartProps) {
  const { id: workspaceId, can } = useWorkspace();
  const toast = useToast();
  const { slug } = page;
  const form = useFormDraft(`page-settings:${workspaceId}:${slug}`, formOf(page));
  const save = useAction('changePage', {
    refreshes: ['listPages', 'previewPage'],
    isOfForm: true,
    mayRepeat: true,
    form,
    onDone: () => toast({ text: 'Saved. The Page uses it immediately.' }),
  });
  const { values, set } = form;
  return (
    <div className="stack prose">
      <form
        className="card stack"
        onSubmit={(event) => {
          event.preventDefault();
          const input = {
            theme: values.hasAccent ? { accent: values.accent } : null,
            dailyReplies: values.dailyReplies === '' ? null : Number(values.dailyReplies),
            dailyHandoffs: Number(values.dailyHandoffs),
            robots: values.isIndexed ? ('index' as const) : ('noindex' as const),
            model: values.model,
          };
          save.mutate({ params: { workspaceId, slug }, input });
        }}
      >
        <fieldset className="stack" disabled={!can('owner')}>
          <Choice
            label="Your own colour"
            hint="For buttons, links and tints. Text stays readable whatever you choose, in light and dark."
            isChecked={values.hasAccent}
            onChange={(hasAccent) => set({ hasAccent })}
            disabled={!can('owner')}
          />
          {values.hasAccent && (
            <TextField
              label="Colour"
              type="color"
              value={values.accent}
              onChange={(accent) => set({ accent })}
              error={faultOf(save.error, 'theme.accent')}
            />
          )}
          <div className="columns">
            <TextField
              label="Maximum answers per day"
              hint={`Each counts as one of your monthly replies. If empty: a fair share of them${page.settings.dailyReplies === null ? ` (${page.dailyReplies})` : ''}.`}
              type="number"
              min={0}
              value={values.dailyReplies}
              onChange={(dailyReplies) => set({ dailyReplies })}
              error={faultOf(save.error, 'dailyReplies')}
            />
            <TextField
              label="Maximum questions passed on per day"
              hint="1 to 1000"
              type="number"
              required
              min={1}
              max={1_000}
              value={values.dailyHandoffs}
              onChange={(dailyHandoffs) => set({ dailyHandoffs })}
              error={faultOf(save.error, 'dailyHandoffs')}
            />
          </div>
          <Choice
            label="Search engines may list it"
            isChecked={values.isIndexed}
            onChange={(isIndexed) => set({ isIndexed })}
            disabled={!can('owner')}
          />
          <Choice
            label="The language model may read questions"
            hint="Only if one is set up for this service. Answers stay in your own words."
            isChecked={values.model}
            onChange={(model) => set({ model })}
            disabled={!can('owner')}
          />
        </fieldset>
        <FormError error={save.error} />
        {can('owner') && <SaveButtons isBusy={save.isPending} isDirty={form.isDirty} onUndo={form.clear} />}
      </form>
      {can('owner') && <RemovePage slug={slug} url={page.url} />}
    </div>
  );
}

function RemovePage({ slug, url }: Pick<PageOfCreator, 'slug' | 'url'>) {
  const { id: workspaceId } = useWorkspace();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useAction('removePage', { refreshes: ['listPages'], isOfForm: true });
  return (
    <div>
      <Button kind="danger" onClick={() => setIsAsking(true)}>
        Remove the Page
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Remove the Page?"
          confirm="Remove it now"
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ params: { workspaceId, slug }, input: {} })}
          onClose={() => setIsAsking(false)}
        >
          {url} stops working immediately, and so do the links of visitors who are waiting for an answer. Conversations
          stay.
        </ConfirmDialog>
      )}
    </div>
  );
}
