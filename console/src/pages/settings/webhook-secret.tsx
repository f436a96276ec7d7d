import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { Note } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

/**
 * Shows whether a webhook secret exists, and creates a new one. Receivers use the secret to verify that a webhook comes
 * from this service.
 */
export function WebhookSecret({ hasSecret }: { readonly hasSecret: boolean }) {
  const { id: workspaceId } = useWorkspace();
  const make = useAction('makeWebhookSecret', { refreshes: ['readSettings'] });
  return (
    <section className="card stack">
      <h2>Signing secret</h2>
      <p className="muted">
        It signs webhooks, so that your receiver can check where they come from.
        {hasSecret
          ? ' After you create a new one, the previous one also signs for another day.'
          : ' Without one, no webhook is sent.'}
      </p>
      {make.data !== undefined && (
        <>
          <Note tone="caution">Copy it now. It will not be shown again.</Note>
          <div className="row">
            <code className="code code-wraps">{make.data.secret}</code>
            <CopyButton text={make.data.secret} kind="primary" />
          </div>
        </>
      )}
      <div>
        <Button isBusy={make.isPending} onClick={() => make.mutate({ params: { workspaceId }, input: {} })}>
          {hasSecret ? 'Replace the secret' : 'Create a secret'}
        </Button>
      </div>
    </section>
  );
}
