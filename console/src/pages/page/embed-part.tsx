import { faultOf } from '../../api/api-error.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { Note } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Snippet } from '../../ui/copy-button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { linesOf } from '../../ui/lines.ts';
import { FormError } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { PagePartProps } from './page-part-props.ts';

/** The code that embeds the Page in a site, and the sites that may embed it. */
export function EmbedPart({ page }: PagePartProps) {
  const { id: workspaceId, can } = useWorkspace();
  const toast = useToast();
  const { slug, embedCode } = page;
  const { frameAncestors } = page.settings;
  const form = useFormDraft(`embed:${workspaceId}:${slug}`, { sites: frameAncestors.join('\n') });
  const save = useAction('changePage', {
    refreshes: ['listPages'],
    isOfForm: true,
    mayRepeat: true,
    onDone: () => {
      form.clear();
      toast({ text: 'Saved' });
    },
  });
  return (
    <div className="stack prose">
      <form
        className="card stack"
        onSubmit={(event) => {
          event.preventDefault();
          const sites = linesOf(form.values.sites).map(originOf);
          save.mutate({ params: { workspaceId, slug }, input: { frameAncestors: sites } });
        }}
      >
        <fieldset className="stack" disabled={!can('owner')}>
          <TextArea
            label="Your sites, one per line"
            hint="Only these may show the Page in a frame, such as https://aurora.example. Up to 20."
            spellCheck={false}
            value={form.values.sites}
            onChange={(sites) => form.set({ sites })}
            error={faultOf(save.error, 'frameAncestors')}
          />
        </fieldset>
        <FormError error={save.error} />
        {can('owner') && (
          <div>
            <Button kind="primary" type="submit" isBusy={save.isPending}>
              Save
            </Button>
          </div>
        )}
      </form>
      <div className="card stack">
        {frameAncestors.length === 0 && (
          <Note tone="caution">No site may show the Page yet. Add yours above. A plain link always works.</Note>
        )}
        <Snippet label="Paste this where the Page should appear" text={embedCode} />
        <p className="muted small">
          It grows with its content, sets no cookies, and tells your site nothing but its height.
        </p>
      </div>
    </div>
  );
}

/** People paste the address of a page; only its origin is stored. */
function originOf(line: string): string {
  const url = URL.parse(line.includes('://') ? line : `https://${line}`);
  return url === null || url.origin === 'null' ? line : url.origin;
}
