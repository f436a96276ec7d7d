import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Route, Switch } from 'wouter';
import type { Session } from '../../../server/src/domain/console/account-contract.ts';
import { SessionContext } from '../api/session.ts';
import { forgetFormDrafts } from '../api/use-form-draft.ts';
import { useRead } from '../api/use-read.ts';
import { LoneNotFound } from '../pages/shared/not-found.tsx';
import { SignInPage } from '../pages/sign-in/sign-in-page.tsx';
import { ShortcutHelp } from '../ui/shortcuts.tsx';
import { Home } from './home.tsx';
import { loadable } from './loadable.tsx';
import { WorkspaceShell } from './workspace-shell.tsx';

const { Component: LinkPage } = loadable(async () => (await import('../pages/sign-in/link-page.tsx')).LinkPage);
const { Component: NewWorkspacePage } = loadable(
  async () => (await import('../pages/account/new-workspace-page.tsx')).NewWorkspacePage,
);

const linkPaths = ['/set-up', '/join', '/reset'];

/** Renders the whole console. The session and the address determine the page. */
export function App() {
  const queries = useQueryClient();
  const state = useRead('readSession', {}, {}, { everyMs: 60_000 });
  const enter = useCallback(
    (session: Session) => {
      const before = sessionStorage.getItem('understudy:account');
      if (before !== null && before !== session.account.id) forgetFormDrafts();
      sessionStorage.setItem('understudy:account', session.account.id);
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'readSession' });
      queries.setQueryData(['readSession', {}, {}], (known: object | undefined) => ({
        passkeys: false,
        ...known,
        needsSetUp: false,
        session,
      }));
    },
    [queries],
  );
  if (state.data === undefined) return <div aria-busy="true" />;
  const { session, needsSetUp, passkeys } = state.data;

  return (
    <SessionContext value={session}>
      <Switch>
        {linkPaths.map((path) => (
          <Route key={path} path={path}>
            <LinkPage onEntered={enter} passkeys={passkeys} />
          </Route>
        ))}
        {session === null && (
          <Route>
            <SignInPage onEntered={enter} needsSetUp={needsSetUp} passkeys={passkeys} />
          </Route>
        )}
        <Route path="/">
          <Home />
        </Route>
        <Route path="/new-workspace">
          <NewWorkspacePage />
        </Route>
        <Route path="/w/:workspaceId/*?">{({ workspaceId }) => <WorkspaceShell workspaceId={workspaceId} />}</Route>
        <Route>
          <LoneNotFound />
        </Route>
      </Switch>
      {session !== null && <ShortcutHelp />}
    </SessionContext>
  );
}
