import './persona.css';
import '../page/page.css';
import { Redirect, Route, Switch } from 'wouter';
import { NotFound } from '../shared/not-found.tsx';
import { ProfilesPage } from './profiles-page.tsx';
import { isStudioPart, Studio } from './studio.tsx';

const root = '/w/:workspaceId/persona';

export function PersonaPage() {
  return (
    <Switch>
      <Route path={root}>
        <ProfilesPage />
      </Route>
      <Route path={`${root}/:profileId/:part/:itemId?`}>
        {({ workspaceId, profileId, part, itemId }) =>
          isStudioPart(part) ? (
            <Studio key={profileId} profileId={profileId} part={part} itemId={itemId} />
          ) : (
            <NotFound back={addressOf(workspaceId, profileId)} label="Go to the persona" />
          )
        }
      </Route>
      <Route path={`${root}/:profileId`}>
        {({ workspaceId, profileId }) => <Redirect to={`${addressOf(workspaceId, profileId)}/facts`} replace />}
      </Route>
      <Route path={`${root}/*?`}>
        {({ workspaceId }) => <NotFound back={addressOf(workspaceId)} label="Go to the creators" />}
      </Route>
    </Switch>
  );
}

function addressOf(workspaceId: string, ...rest: string[]): string {
  return ['/w', encodeURIComponent(workspaceId), 'persona', ...rest.map(encodeURIComponent)].join('/');
}
