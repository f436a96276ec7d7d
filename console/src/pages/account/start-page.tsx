import type { ReactNode } from 'react';
import { useWorkspace } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { wasTried } from '../playground/tried.ts';

/** The first three things to do in a workspace. */
export function StartPage() {
  const { name } = useWorkspace();
  return (
    <Page title={`Welcome to ${name}`} about="Three steps, a few minutes. Understudy drafts; it never sends anything.">
      <Steps />
    </Page>
  );
}

/** The first steps. Each one notices by itself that it was done. */
export function Steps() {
  const { id, can } = useWorkspace();
  const base = `/w/${encodeURIComponent(id)}`;
  const keys = useRead('listKeys', { workspaceId: id }, {}, { isWanted: can('owner') }).data?.keys.length ?? 0;
  const facts =
    useRead('listProfiles', { workspaceId: id }).data?.profiles.reduce((sum, { facts: each }) => sum + each, 0) ?? 0;
  return (
    <ol className="columns">
      <Step
        title="1. Say what may be said"
        isDone={facts > 0}
        text="Voice, facts and offers that you approve. Every reply is made of these words, and of nothing else."
      >
        <LinkButton href={`${base}/persona`}>Open the persona studio</LinkButton>
      </Step>
      <Step
        title="2. Try a message"
        isDone={wasTried(id)}
        text="Write what a fan would write, and see what would be answered and why. It costs nothing."
      >
        <LinkButton href={`${base}/playground`}>Open the playground</LinkButton>
      </Step>
      {can('owner') && (
        <Step
          title="3. Connect an agent"
          isDone={keys > 0}
          text="A key lets your desk, bot or assistant ask for drafts, over HTTP or MCP."
        >
          <LinkButton href={`${base}/settings/keys`}>Make a key</LinkButton>
        </Step>
      )}
    </ol>
  );
}

function Step({
  title,
  text,
  isDone,
  children,
}: {
  title: string;
  text: string;
  isDone: boolean;
  children: ReactNode;
}) {
  return (
    <li className="card stack">
      <div className="row-between">
        <h2>{title}</h2>
        {isDone && <Badge tone="good">done</Badge>}
      </div>
      <p>{text}</p>
      <div>{children}</div>
    </li>
  );
}
