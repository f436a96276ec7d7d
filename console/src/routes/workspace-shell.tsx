import { type ReactNode, useEffect, useRef } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { useSession, WorkspaceContext } from '../api/session.ts';
import { useLive } from '../api/use-live.ts';
import { LoneNotFound, NotFound } from '../pages/shared/not-found.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { BrokenConnections } from './broken-connections.tsx';
import { Guard } from './cannot-show.tsx';
import { CredentialNotices } from './credential-notices.tsx';
import { lastWorkspaceKey } from './home.tsx';
import { Navigation } from './navigation.tsx';
import { loadAllPages, pages } from './pages.ts';
import { SignOutButton } from './sign-out-button.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

/**
 * Other pages are loaded after this delay, which lets the first page finish loading even on a slow connection or a busy
 * machine.
 */
const loadOthersAfterMs = 10_000;

/** Shows a workspace: its name, its sections, and one section's page. */
export function WorkspaceShell({ workspaceId }: { readonly workspaceId: string }) {
  const { workspaces, account } = useSession();
  const workspace = workspaces.find(({ id }) => id === workspaceId);
  useEffect(() => {
    if (workspace !== undefined) localStorage.setItem(lastWorkspaceKey, workspace.id);
  }, [workspace]);
  useEffect(() => {
    const timer = setTimeout(loadAllPages, loadOthersAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (workspace === undefined) return <LoneNotFound />;
  const base = `/w/${encodeURIComponent(workspace.id)}`;
  return (
    <WorkspaceContext value={workspace}>
      <Live workspaceId={workspace.id} />
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="shell">
        <header className="top">
          <Link href={`${base}/inbox/waiting`} className="brand">
            <img src="/console/favicon.svg" alt="" width="28" height="28" />
            <span>Understudy</span>
          </Link>
          <WorkspaceSwitcher />
          <div className="top-end">
            <ThemeSwitch />
            <span className="row top-wide">
              <span className="small muted">{account.name}</span>
              <SignOutButton />
            </span>
          </div>
        </header>
        <Navigation />
        <Main>
          <CredentialNotices />
          <BrokenConnections />
          <Switch>
            {pages.map(({ path, Component }) => (
              <Route key={path} path={`/w/:workspaceId/${path}`}>
                <Guard key={`${workspace.id} ${path}`}>
                  <Component />
                </Guard>
              </Route>
            ))}
            <Route path="/w/:workspaceId/review/:conversationId?">
              {({ conversationId }) => (
                <Redirect to={`${base}/inbox/waiting/${encodeURIComponent(conversationId ?? '')}`} replace />
              )}
            </Route>
            <Route path="/w/:workspaceId">
              <Redirect to={`${base}/inbox/waiting`} replace />
            </Route>
            <Route>
              <NotFound back={`${base}/inbox/waiting`} label="Go to the inbox" />
            </Route>
          </Switch>
        </Main>
      </div>
    </WorkspaceContext>
  );
}

function Live({ workspaceId }: { workspaceId: string }) {
  useLive(workspaceId);
  return null;
}

/**
 * Shows the section's page. When the section changes, scrolls to the top and moves the focus there for keyboard and
 * screen reader users.
 */
function Main({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  const section = location.split('/').slice(0, 4).join('/');
  const before = useRef(section);
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (before.current === section) return;
    before.current = section;
    window.scrollTo(0, 0);
    element.current?.focus({ preventScroll: true });
  }, [section]);
  return (
    <main className="main" id="main" tabIndex={-1} ref={element}>
      {children}
    </main>
  );
}
