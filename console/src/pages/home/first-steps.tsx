import './home.css';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useWorkspace } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { PasteDialog } from '../inbox/paste-dialog.tsx';
import { noteTried, wasTried } from '../playground/tried.ts';
import { BringIn } from './bring-in.tsx';

/**
 * The first steps, with the next one open. Each step detects by itself that it is done. The card disappears when all
 * are done.
 */
export function FirstSteps({ isAlwaysShown = false }: { readonly isAlwaysShown?: boolean }) {
  const { id: workspaceId, can } = useWorkspace();
  const [, navigate] = useLocation();
  const [isPasting, setIsPasting] = useState(false);
  const base = `/w/${encodeURIComponent(workspaceId)}`;
  const params = { workspaceId };
  const profiles = useRead('listProfiles', params).data?.profiles;
  const connections = useRead('listConnections', params).data?.connections;
  const keys = useRead('listKeys', params, {}, { isWanted: can('owner') }).data?.keys ?? [];
  if (profiles === undefined || connections === undefined) return null;
  const isTaught = profiles.some(({ facts, offers }) => facts + offers > 0);
  const isTried = wasTried(workspaceId);
  const isConnected = connections.length > 0 || keys.length > 0;
  if (!isAlwaysShown && isTaught && isTried && (isConnected || !can('owner'))) return null;
  const next = [isTaught, isTried, isConnected].indexOf(false);
  return (
    <ol className="stack first-steps" aria-label="First steps">
      <Step number={1} title="Say what may be said" isDone={isTaught} isNext={next === 0}>
        {isTaught ? (
          <>
            <p>Every reply is made of the facts and offers that you approved.</p>
            <div>
              <LinkButton href={`${base}/persona`}>Open the persona studio</LinkButton>
            </div>
            {isAlwaysShown && can('editor') && (
              <details>
                <summary>Paste a FAQ, a page or past replies</summary>
                <BringIn profiles={profiles} base={base} />
              </details>
            )}
          </>
        ) : (
          <BringIn profiles={profiles} base={base} />
        )}
      </Step>
      <Step number={2} title="Try a message" isDone={isTried} isNext={next === 1}>
        <p>Write what a fan would write and see the reply, or paste a message that waits in one of your apps.</p>
        <div className="row">
          <LinkButton href={`${base}/playground`} kind={next === 1 ? 'primary' : 'secondary'}>
            Try a message
          </LinkButton>
          <Button onClick={() => setIsPasting(true)}>Paste a fan's message</Button>
        </div>
      </Step>
      {can('owner') && (
        <Step number={3} title="Connect it" isDone={isConnected} isNext={next === 2}>
          <p>Let messages come in from where fans write to you, or let your bot or assistant ask for replies.</p>
          <div className="row">
            <LinkButton href={`${base}/connections`} kind={next === 2 ? 'primary' : 'secondary'}>
              Connect an inbox
            </LinkButton>
            <LinkButton href={`${base}/settings/keys`}>Make a key</LinkButton>
          </div>
        </Step>
      )}
      {isPasting && (
        <PasteDialog
          onClose={() => setIsPasting(false)}
          onPasted={(conversationId) => {
            noteTried(workspaceId);
            navigate(`${base}/inbox/proposals/${encodeURIComponent(conversationId)}`);
          }}
        />
      )}
    </ol>
  );
}

function Step({
  number,
  title,
  isDone,
  isNext,
  children,
}: {
  number: number;
  title: string;
  isDone: boolean;
  isNext: boolean;
  children: ReactNode;
}) {
  return (
    <li className="card stack" data-next={isNext}>
      <div className="row-between">
        <h2>
          {number}. {title}
        </h2>
        {isDone && <Badge tone="good">done</Badge>}
      </div>
      {children}
    </li>
  );
}
