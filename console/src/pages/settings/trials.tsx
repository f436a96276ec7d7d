import { useState } from 'react';
import type { NotificationSettings } from '../../../../server/src/domain/notification-settings.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { Note } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { chatServices } from './chat-services.ts';

const channels = [
  { name: 'webhook', label: 'the webhook' },
  { name: 'email', label: 'the email address' },
  ...chatServices.map(({ name, title }) => ({ name, label: title })),
] as const;

/** Shows a button for each saved channel. The button sends a test notification to the channel and shows the result. */
export function Trials({ notifications }: { readonly notifications: NotificationSettings | null }) {
  const { id: workspaceId } = useWorkspace();
  const [tried, setTried] = useState<(typeof channels)[number] | null>(null);
  const test = useAction('testNotification', { isOfForm: true });
  const saved = channels.filter(({ name }) => notifications?.[name] !== undefined);
  if (saved.length === 0) return null;
  return (
    <section className="card stack">
      <h2>Try it</h2>
      <p className="muted">Sends one test notification, with example content, to the saved addresses.</p>
      <div className="row">
        {saved.map((channel) => (
          <Button
            key={channel.name}
            isBusy={test.isPending && tried?.name === channel.name}
            onClick={() => {
              setTried(channel);
              test.mutate({ params: { workspaceId }, input: { channel: channel.name } });
            }}
          >
            Try {channel.label}
          </Button>
        ))}
      </div>
      {test.data !== undefined && (
        <Note tone={test.data.delivered ? 'good' : 'stop'} isAlert>
          {test.data.delivered
            ? `Delivered to ${tried?.label}.`
            : `Not delivered to ${tried?.label}: ${test.data.error ?? 'no reason was given'}`}
        </Note>
      )}
      <FormError error={test.error} />
    </section>
  );
}
