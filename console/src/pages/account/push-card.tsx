import { useState } from 'react';
import { canBePushed, subscribe, unsubscribe } from '../../api/push-subscription.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useRead } from '../../api/use-read.ts';
import { Note } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError, Loaded } from '../../ui/states.tsx';

/**
 * Turns notifications in this browser on or off. A notification says that a conversation needs a person, and appears
 * even while the console is closed.
 */
export function PushCard() {
  const { id: workspaceId } = useWorkspace();
  const query = useRead('readPush', { workspaceId });
  return (
    <section className="card stack">
      <h2>Notifications on this device</h2>
      <p className="muted">
        Your browser shows “Someone needs you”, and never the message. This covers all your workspaces until you sign
        out. On an iPhone or iPad, add this page to the home screen first.
      </p>
      {canBePushed() ? (
        <Loaded query={query} lines={1}>
          {({ isOn }) => <Switch isOn={isOn} />}
        </Loaded>
      ) : (
        <Note>This browser cannot show notifications here. They need HTTPS and must be allowed in the browser.</Note>
      )}
    </section>
  );
}

function Switch({ isOn }: { readonly isOn: boolean }) {
  const { id: workspaceId } = useWorkspace();
  const [refusal, setRefusal] = useState<Error | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const begin = useAction('beginPush', { isOfForm: true });
  const turnOn = useAction('turnOnPush', { refreshes: ['readPush'], isOfForm: true });
  const turnOff = useAction('turnOffPush', { refreshes: ['readPush'], isOfForm: true });
  const test = useAction('testPush', { isOfForm: true });
  const params = { workspaceId };

  async function allow() {
    setRefusal(null);
    setIsAsking(true);
    try {
      const { publicKey, ticket } = await begin.mutateAsync({ params, input: {} });
      const subscription = await subscribe(publicKey);
      await turnOn.mutateAsync({ params, input: { ticket, subscription } });
    } catch (error) {
      setRefusal(error instanceof Error ? error : new Error('Notifications could not be turned on.'));
    }
    setIsAsking(false);
  }

  async function refuse() {
    setRefusal(null);
    await unsubscribe().catch(() => undefined);
    turnOff.mutate({ params, input: {} });
  }

  return (
    <>
      <div className="row">
        {isOn ? (
          <>
            <Button isBusy={test.isPending} onClick={() => test.mutate({ params, input: {} })}>
              Send a test
            </Button>
            <Button kind="quiet" isBusy={turnOff.isPending} onClick={refuse}>
              Turn off
            </Button>
          </>
        ) : (
          <Button kind="primary" isBusy={isAsking} onClick={allow}>
            Turn on
          </Button>
        )}
      </div>
      {isOn && test.data !== undefined && (
        <Note tone={test.data.delivered ? 'good' : 'stop'} isAlert>
          {test.data.delivered
            ? 'Sent. Your browser shows it in a moment.'
            : `Not delivered: ${test.data.error ?? 'no reason was given'}`}
        </Note>
      )}
      <FormError error={refusal ?? turnOff.error ?? test.error} />
    </>
  );
}
