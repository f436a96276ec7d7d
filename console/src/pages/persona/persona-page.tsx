import './persona.css';
import { Redirect, Route, Switch } from 'wouter';
import { ProfilesPage } from './profiles-page.tsx';
import { Studio } from './studio.tsx';

const root = '/w/:workspaceId/persona';

export function PersonaPage() {
  return (
    <Switch>
      <Route path={root}>
        <ProfilesPage />
      </Route>
      <Route path={`${root}/:profileId/:part/:itemId?`}>
        {({ profileId, part, itemId }) => <Studio key={profileId} profileId={profileId} part={part} itemId={itemId} />}
      </Route>
      <Route path={`${root}/:profileId`}>
        {({ workspaceId, profileId }) => (
          <Redirect
            to={`/w/${encodeURIComponent(workspaceId)}/persona/${encodeURIComponent(profileId)}/facts`}
            replace
          />
        )}
      </Route>
    </Switch>
  );
}
