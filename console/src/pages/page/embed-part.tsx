import { useState } from 'react';
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
import { isOrigin, missingTwins, originOf } from './site-origins.ts';

/** Shows the code that embeds the Page in a site, and lets the creator choose the sites that may embed the Page. */
export function EmbedPart({ page }: PagePartProps) {
  const { id: workspaceId, can } = useWorkspace();
  const toast = useToast();
  const { slug, embedCode } = page;
  const { frameAncestors } = page.settings;
  const isAllowed = frameAncestors.length > 0;
  const form = useFormDraft(`embed:${workspaceId}:${slug}`, { sites: frameAncestors.join('\n') });
  const save = useAction('changePage', {
    refreshes: ['listPages'],
    isOfForm: true,
    mayRepeat: true,
    form,
    onDone: () => toast({ text: 'Saved' }),
  });
  const [fault, setFault] = useState<string>();
  const sites = [...new Set(linesOf(form.values.sites).map(originOf))];
  const areUnsaved = sites.some((site) => !frameAncestors.includes(site));
  return (
    <div className="stack prose">
      <form
        className="card stack"
        onSubmit={(event) => {
          event.preventDefault();
          const odd = sites.find((site) => !isOrigin(site));
          setFault(odd === undefined ? undefined : `“${odd}” is not a site's address. Enter one like aurora.example.`);
          if (odd === undefined) save.mutate({ params: { workspaceId, slug }, input: { frameAncestors: sites } });
        }}
      >
        <h3>1. Allow your site</h3>
        <fieldset className="stack" disabled={!can('owner')}>
          <TextArea
            label="Your sites, one per line"
            hint="Only these may show the Page in a frame, such as https://aurora.example. Up to 20."
            spellCheck={false}
            autoCapitalize="none"
            value={form.values.sites}
            onChange={(text) => {
              setFault(undefined);
              form.set({ sites: text });
            }}
            error={fault ?? faultOf(save.error, 'frameAncestors')}
          />
        </fieldset>
        {can('owner') && <Twins sites={sites} onChange={(all) => form.set({ sites: all.join('\n') })} />}
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
        {isAllowed ? (
          <>
            {areUnsaved && (
              <Note tone="caution">Some sites above are not saved yet. They show a link instead of the Page.</Note>
            )}
            <Snippet label="2. Paste this where the Page should appear" text={embedCode} />
            <p className="muted small">
              It grows with its content, sets no cookies, and tells your site only its height. It needs a web server: a
              file that you open from your computer shows a link instead.
            </p>
          </>
        ) : (
          <>
            <h3>2. Paste the code into your site</h3>
            <p>
              {can('owner')
                ? 'Save your site first, and the code appears here. On any other site, visitors would see only a link.'
                : 'An owner of this workspace has to allow a site first. Then the code appears here.'}
            </p>
          </>
        )}
      </div>
    </div>
  );
}

/**
 * For each site that is listed only with or only without `www.`, shows a button that adds the other form of its
 * address.
 */
function Twins({ sites, onChange }: { sites: readonly string[]; onChange: (sites: readonly string[]) => void }) {
  const twins = missingTwins(sites);
  if (twins.length === 0) return null;
  return (
    <div className="stack-tight">
      <p className="muted small">
        Browsers treat an address with and without www. as two sites. If visitors can use both, add the other one too.
      </p>
      <div className="row">
        {twins.map((twin) => (
          <Button
            key={twin}
            isSmall
            onClick={({ currentTarget: { form } }) => {
              // This button disappears, so the focus moves to the next step, the save button.
              form?.querySelector<HTMLElement>('[type=submit]')?.focus();
              onChange([...sites, twin]);
            }}
          >
            <span className="breaks">Add {twin}</span>
          </Button>
        ))}
      </div>
    </div>
  );
}
