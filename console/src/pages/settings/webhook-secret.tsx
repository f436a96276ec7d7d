import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { Note } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

/** The secret with which a receiver verifies that a webhook comes from this service. */
export function WebhookSecret({ hasSecret }: { readonly hasSecret: boolean }) {
  const { id: workspaceId } = useWorkspace();
  const make = useAction('makeWebhookSecret', { refreshes: ['readSettings'] });
  return (
    <section className="card stack">
      <h2>Signing secret</h2>
      <p className="muted">
        Webhooks are signed with it, so that your receiver knows they are from here.
        {hasSecret
          ? ' After you make a new one, the one before signs beside it for a day.'
          : ' Without one, no webhook is sent.'}
      </p>
      {make.data !== undefined && (
        <>
          <Note tone="caution">Copy it now; it is not shown again.</Note>
          <div className="row">
            <code className="code code-wraps">{make.data.secret}</code>
            <CopyButton text={make.data.secret} kind="primary" />
          </div>
        </>
      )}
      <div>
        <Button isBusy={make.isPending} onClick={() => make.mutate({ params: { workspaceId }, input: {} })}>
          {hasSecret ? 'Replace the secret' : 'Make a secret'}
        </Button>
      </div>
    </section>
  );
}
