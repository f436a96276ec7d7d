import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { Rehearsal, RehearsedReply } from '../../../../server/src/domain/console/persona-contract.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { Badge, Note, type Tone } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Empty, FormError, Loading } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import { PreviewButton } from '../page/preview-button.tsx';
import { intentName, riskWords } from '../shared/words.ts';
import type { StudioPartProps } from './studio-part-props.ts';

const becomesWords: Readonly<Record<RehearsedReply['becomes'], { readonly name: string; readonly tone: Tone }>> = {
  worse: { name: 'look at this', tone: 'stop' },
  better: { name: 'better', tone: 'good' },
  same: { name: 'different words', tone: 'neutral' },
};

function outcomeOf({ drafted, unchanged, changed }: Rehearsal): string {
  if (drafted === 0) return 'No messages or test cases to rehearse with yet. Publish, then try a message.';
  const replies = changed.length === 1 ? 'one reply changes' : `${changed.length} replies change`;
  return `${drafted} messages rehearsed: ${unchanged} stay the same, ${replies}.`;
}

/**
 * Publishes the changes to a persona. Before that, compares the replies of the live and the changed persona to the
 * latest messages and to the saved test cases.
 */
export function PublishPart({ draft, base }: StudioPartProps) {
  const { id: workspaceId, can } = useWorkspace();
  const [, navigate] = useLocation();
  const toast = useToast();
  const params = { workspaceId, profileId: draft.profileId };
  const rehearse = useAction('rehearse', { isOfForm: true, mayRepeat: true });
  const publish = useAction('publish', {
    refreshes: ['readDraft', 'readInbox', 'readThread'],
    isOfForm: true,
    onDone: () => {
      toast({ text: 'Published. Replies use it from now on.' });
      navigate(`${base}/facts`);
    },
  });
  const { mutate } = rehearse;
  const rehearsedVersion = useRef<number | null>(null);
  useEffect(() => {
    if (rehearsedVersion.current === draft.version || draft.unpublishedChanges === 0) return;
    rehearsedVersion.current = draft.version;
    mutate({ params: { workspaceId, profileId: draft.profileId }, input: {} });
  }, [mutate, workspaceId, draft.profileId, draft.version, draft.unpublishedChanges]);

  if (!can('editor')) return null;
  if (draft.unpublishedChanges === 0)
    return (
      <Empty title="Everything here is live">
        <LinkButton href={`${base}/facts`}>Back to the persona</LinkButton>
      </Empty>
    );
  const { data } = rehearse;
  return (
    <div className="stack">
      <h2>Rehearsal</h2>
      {rehearse.isPending && (
        <>
          <p className="muted" role="status">
            Your latest messages and test cases are answered twice: with the live version and with your changes.
          </p>
          <Loading lines={8} />
        </>
      )}
      <FormError error={rehearse.error} />
      {data !== undefined && (
        <>
          <Note tone={data.changed.some(({ becomes }) => becomes === 'worse') ? 'caution' : 'good'} isAlert>
            {outcomeOf(data)}
            {data.failingCases.length > 0 &&
              ` Not as expected: ${data.failingCases.length === 1 ? 'one test case' : `${data.failingCases.length} test cases`}.`}
          </Note>
          <ul className="stack">
            {data.changed.map((reply) => (
              <li key={`${reply.source} ${reply.id}`}>
                <ChangedReply reply={reply} />
              </li>
            ))}
          </ul>
        </>
      )}
      <FormError error={publish.error} />
      <div className="row">
        <Button
          kind="primary"
          isBusy={publish.isPending}
          aria-disabled={data === undefined}
          onClick={() => {
            if (data === undefined) return;
            publish.mutate({ params, input: { version: data.version, publishedRevision: data.publishedRevision } });
          }}
        >
          Publish {draft.unpublishedChanges} {draft.unpublishedChanges === 1 ? 'change' : 'changes'}
        </Button>
        <Button isBusy={rehearse.isPending} onClick={() => mutate({ params, input: {} })}>
          Rehearse again
        </Button>
        <PreviewButton profileId={draft.profileId} name={draft.displayName} />
        <LinkButton href={`${base}/facts`} kind="quiet">
          Not yet
        </LinkButton>
      </div>
    </div>
  );
}

function ChangedReply({ reply }: { reply: RehearsedReply }) {
  const { name, tone } = becomesWords[reply.becomes];
  return (
    <article className="card stack">
      <div className="row-between">
        <h3 className="breaks">“{reply.message}”</h3>
        <span className="row">
          <span className="small muted">{reply.source === 'test_case' ? `test case: ${reply.name}` : reply.name}</span>
          <Badge tone={tone}>{name}</Badge>
        </span>
      </div>
      <div className="side-by-side">
        <Side label="Now" outcome={reply.before} />
        <Side label="With your changes" outcome={reply.after} />
      </div>
    </article>
  );
}

function Side({ label, outcome }: { label: string; outcome: RehearsedReply['before'] }) {
  const risk = riskWords[outcome.riskLevel];
  return (
    <div className="compared stack-tight">
      <div className="row-between">
        <strong className="small">{label}</strong>
        <span className="row">
          <Badge>{intentName(outcome.intent)}</Badge>
          <Badge tone={risk.tone}>{risk.name}</Badge>
        </span>
      </div>
      <p className="pre-line breaks">
        {outcome.reply === '' ? <span className="muted">No reply</span> : outcome.reply}
      </p>
    </div>
  );
}
