import { useState } from 'react';
import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { PagePartProps } from './page-part-props.ts';
import { PreviewDialog } from './preview-dialog.tsx';

/**
 * Shows the number of changes that are not live yet, with buttons that preview the changes on the Page and publish
 * them.
 */
export function PublishOnPage({ page, name, draft }: PagePartProps & { readonly draft: ConsoleOutput<'readDraft'> }) {
  const { id: workspaceId, can } = useWorkspace();
  const toast = useToast();
  const [isPreviewing, setIsPreviewing] = useState(false);
  const { profileId, version, publishedRevision, unpublishedChanges } = draft;
  const publish = useAction('publish', {
    refreshes: ['readDraft', 'readInbox', 'readThread', 'previewPage'],
    isOfForm: true,
    onDone: () => toast({ text: 'Published. The Page shows it now.' }),
  });
  if (unpublishedChanges === 0) return <NextStep page={page} draft={draft} />;
  if (!can('editor')) return null;
  return (
    <div className="publish-bar">
      <strong>
        {unpublishedChanges} {unpublishedChanges === 1 ? 'change is' : 'changes are'} not live yet
      </strong>
      <span className="row">
        <Button onClick={() => setIsPreviewing(true)}>Preview these changes</Button>
        <Button
          kind="primary"
          isBusy={publish.isPending}
          onClick={() => publish.mutate({ params: { workspaceId, profileId }, input: { version, publishedRevision } })}
        >
          Publish
        </Button>
        <LinkButton
          kind="quiet"
          href={`/w/${encodeURIComponent(workspaceId)}/persona/${encodeURIComponent(profileId)}/publish`}
        >
          Rehearse first
        </LinkButton>
      </span>
      <FormError error={publish.error} />
      {isPreviewing && <PreviewDialog slug={page.slug} name={name} onClose={() => setIsPreviewing(false)} />}
    </div>
  );
}

/** Links to the embed code while the Page is live and the creator has not yet allowed a site. */
function NextStep({ page, draft }: { page: PagePartProps['page']; draft: ConsoleOutput<'readDraft'> }) {
  const { id: workspaceId, can } = useWorkspace();
  const { profileId, settings } = page;
  const isLive = settings.status === 'active' && draft.items.some(({ item }) => item.onPage === true);
  if (!isLive || settings.frameAncestors.length > 0 || !can('owner')) return null;
  return (
    <div className="publish-bar">
      <strong>The Page is live</strong>
      <LinkButton
        kind="primary"
        href={`/w/${encodeURIComponent(workspaceId)}/page/${encodeURIComponent(profileId)}/embed`}
      >
        Put it on your site
      </LinkButton>
    </div>
  );
}
