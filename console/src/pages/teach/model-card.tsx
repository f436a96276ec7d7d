import { useRef, useState } from 'react';
import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useRead } from '../../api/use-read.ts';
import { Note } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';

type Plan = ConsoleOutput<'planModelTeaching'>;
interface Progress {
  readonly done: number;
  readonly of: number;
  readonly suggested: number;
  readonly failure: string | null;
}

/**
 * Lets the configured model write training phrases, after showing the estimated number of requests and tokens. Renders
 * nothing if no model is configured.
 */
export function ModelCard({ profileId }: { readonly profileId: string }) {
  const { id: workspaceId } = useWorkspace();
  const plan = useRead('planModelTeaching', { workspaceId, profileId }).data;
  if (plan === undefined || plan.model === null) return null;
  return (
    <section className="card stack">
      <h2>Let the model suggest</h2>
      <ModelRun profileId={profileId} plan={plan} />
    </section>
  );
}

function ModelRun({ profileId, plan }: { readonly profileId: string; readonly plan: Plan }) {
  const { id: workspaceId } = useWorkspace();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const isStopped = useRef(false);
  const ask = useAction('askModelTeaching', { refreshes: ['readTeaching', 'readTeachingRequest'], isOfForm: true });

  async function run() {
    isStopped.current = false;
    setIsRunning(true);
    const of = plan.items;
    let suggested = 0;
    try {
      for (let left = of; left > 0 && !isStopped.current; ) {
        setProgress({ done: of - left, of, suggested, failure: null });
        const answer = await ask.mutateAsync({ params: { workspaceId, profileId }, input: {} });
        suggested += answer.suggested;
        // Items that received no phrases are not requested again in this run, but they are in the next one.
        const isOver = answer.failure !== null || answer.itemsLeft >= left;
        left = answer.itemsLeft;
        setProgress({ done: of - left, of, suggested, failure: answer.failure });
        if (isOver) break;
      }
    } catch {
      // The error is shown below.
    }
    setIsRunning(false);
  }

  return (
    <>
      {plan.items === 0 ? (
        <p className="muted">Every fact and offer has enough questions, or suggestions to accept.</p>
      ) : (
        <p>
          {plan.items} {plan.items === 1 ? 'fact or offer' : 'facts and offers'} in {plan.requests}{' '}
          {plan.requests === 1 ? 'request' : 'requests'} to {plan.model}: about {thousands(plan.inputTokens)} tokens to
          read and at most {thousands(plan.outputTokens)} to write. Your approved texts go to the model; nothing that
          fans wrote does.
        </p>
      )}
      <div className="row">
        {plan.items > 0 && (
          <Button kind="primary" isBusy={isRunning} onClick={() => void run()}>
            Ask the model
          </Button>
        )}
        {isRunning && (
          <Button
            kind="quiet"
            onClick={() => {
              isStopped.current = true;
            }}
          >
            Stop after this request
          </Button>
        )}
      </div>
      {progress !== null && (
        <Note tone={progress.failure === null ? 'good' : 'caution'} isAlert>
          {progress.done} of {progress.of} asked, {progress.suggested} new suggestions.
          {progress.failure !== null && ` The model failed: ${progress.failure}. Ask again for the rest.`}
        </Note>
      )}
      <FormError error={ask.error} />
    </>
  );
}

function thousands(tokens: number): string {
  return tokens < 1_000 ? String(tokens) : `${Math.round(tokens / 1_000)},000`;
}
