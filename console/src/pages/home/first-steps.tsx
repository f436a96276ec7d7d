import './home.css';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useWorkspace } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { PasteDialog } from '../inbox/paste-dialog.tsx';
import { wasTried } from '../playground/tried.ts';
import { BringIn } from './bring-in.tsx';
import { hasProposals } from './proposals.ts';

/**
 * Lists the first steps and expands the next unfinished one. A step is marked as done automatically. The card
 * disappears when all steps are done.
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
      <Step number={1} title="Add your facts" isDone={isTaught} isNext={next === 0}>
        {!isTaught && <BringIn profiles={profiles} base={base} />}
        {isTaught && isAlwaysShown && (
          <>
            <p>Every reply uses only the facts, offers and phrases that you approved.</p>
            <div>
              <LinkButton href={`${base}/persona`}>See your facts</LinkButton>
            </div>
            {can('editor') && (
              <details open={hasProposals(workspaceId)}>
                <summary>Paste more: an FAQ, a page or past replies</summary>
                <BringIn profiles={profiles} base={base} />
              </details>
            )}
          </>
        )}
      </Step>
      <Step number={2} title="Try a message" isDone={isTried} isNext={next === 1}>
        {(isAlwaysShown || !isTried) && (
          <>
            <p>
              Paste a message that a fan sent you, and answer it with a suggestion. Or make one up, and see how the
              reply is chosen.
            </p>
            <div className="row">
              <Button kind={next === 1 ? 'primary' : 'secondary'} onClick={() => setIsPasting(true)}>
                Paste a fan's message
              </Button>
              <LinkButton href={`${base}/playground`}>Try a message</LinkButton>
            </div>
          </>
        )}
      </Step>
      {can('owner') && (
        <Step number={3} title="Connect an inbox" isDone={isConnected} isNext={next === 2}>
          {(isAlwaysShown || !isConnected) && (
            <>
              <p>
                Let messages arrive here automatically, from Telegram, email, Instagram and others. Until then, paste
                them.
              </p>
              <div className="row">
                <LinkButton href={`${base}/connections`} kind={next === 2 ? 'primary' : 'secondary'}>
                  Connect an inbox
                </LinkButton>
                <LinkButton href={`${base}/settings/keys`} kind="quiet">
                  Connect your own program
                </LinkButton>
              </div>
            </>
          )}
        </Step>
      )}
      {isPasting && (
        <PasteDialog
          onClose={() => setIsPasting(false)}
          onPasted={({ conversationId, state }) => {
            navigate(
              `${base}/inbox/${state === 'awaiting_owner' ? 'waiting' : 'proposals'}/${encodeURIComponent(conversationId)}`,
            );
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
