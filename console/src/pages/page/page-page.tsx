import '../persona/persona.css';
import './page.css';
import { Redirect, useLocation, useParams } from 'wouter';
import { useWorkspace } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { NotFound } from '../shared/not-found.tsx';
import { NewPageForm } from './new-page-form.tsx';
import { isPagePart, PageParts } from './page-parts.tsx';

const about =
  'Your Page is a public page where visitors ask questions. It answers with what you approved for it, word for word, and passes every other question on to you.';

/** Shows the workspace's Pages, one creator at a time. */
export function PagePage() {
  const { id: workspaceId } = useWorkspace();
  const [, navigate] = useLocation();
  const { profileId, part = '' } = useParams<{ profileId?: string; part?: string }>();
  const profiles = useRead('listProfiles', { workspaceId });
  const pages = useRead('listPages', { workspaceId });
  const base = `/w/${encodeURIComponent(workspaceId)}`;
  return (
    <Page title="Page" about={about}>
      <Loaded query={profiles}>
        {({ profiles: all }) => {
          const [first] = all;
          if (first === undefined)
            return (
              <Empty title="No creator yet">
                <p>A Page belongs to a creator. Add your facts first.</p>
                <LinkButton href={`${base}/persona`}>Open the persona studio</LinkButton>
              </Empty>
            );
          if (profileId === undefined)
            return <Redirect to={`${base}/page/${encodeURIComponent(first.id)}/asked`} replace />;
          const profile = all.find(({ id }) => id === profileId);
          if (profile === undefined || !isPagePart(part))
            return <NotFound back={`${base}/page`} label="Go to the Page" />;
          const here = `${base}/page/${encodeURIComponent(profileId)}`;
          return (
            <>
              {all.length > 1 && (
                <Select
                  label="Creator"
                  value={profileId}
                  options={all.map(({ id, displayName }) => ({ value: id, label: displayName }))}
                  onChange={(id) => navigate(`${base}/page/${encodeURIComponent(id)}/asked`)}
                />
              )}
              <Loaded query={pages} lines={8}>
                {({ pages: made }) => {
                  const mine = made.filter((page) => page.profileId === profileId);
                  return mine.length === 0 ? (
                    <NewPageForm key={profileId} profile={profile} onMade={() => navigate(`${here}/items`)} />
                  ) : (
                    mine.map((page) => (
                      <PageParts key={page.slug} page={page} name={profile.displayName} part={part} base={here} />
                    ))
                  );
                }}
              </Loaded>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
