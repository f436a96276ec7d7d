import { useState } from 'react';
import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import type { NotificationSettings } from '../../../../server/src/domain/notification.ts';
import { faultOf } from '../../api/api-error.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { useRead } from '../../api/use-read.ts';
import { Note } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice, TextArea, TextField } from '../../ui/field.tsx';
import { linesOf } from '../../ui/lines.ts';
import { FormError, Loaded } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

type Settings = ConsoleOutput<'readSettings'>;
type Detail = NonNullable<NotificationSettings['include']>[number];

const details: readonly { readonly name: Detail; readonly label: string; readonly hint: string }[] = [
  { name: 'contact', label: 'Who writes', hint: 'name and handle' },
  { name: 'reason', label: 'Why it is yours', hint: "the agent's words" },
  { name: 'risk', label: 'How risky and urgent it is', hint: 'intent, risk, urgency' },
  { name: 'message', label: 'The message itself', hint: 'it leaves this service then' },
];

export function NotificationsPart() {
  const { id: workspaceId } = useWorkspace();
  const query = useRead('readSettings', { workspaceId });
  return (
    <Loaded query={query} lines={10}>
      {(settings) => (
        <div className="stack prose">
          <NotificationsForm settings={settings} />
          <WebhookSecret hasSecret={settings.hasWebhookSecret} />
          <Trials settings={settings} />
        </div>
      )}
    </Loaded>
  );
}

function NotificationsForm({ settings: { notifications, canSendEmail } }: { settings: Settings }) {
  const { id: workspaceId } = useWorkspace();
  const toast = useToast();
  const form = useFormDraft(`notifications:${workspaceId}`, {
    url: notifications?.webhook?.url ?? '',
    to: notifications?.email?.to.join('\n') ?? '',
    include: notifications?.include ?? (['contact', 'reason', 'risk'] satisfies Detail[]),
  });
  const save = useAction('changeNotifications', {
    refreshes: ['readSettings'],
    isOfForm: true,
    mayRepeat: true,
    onDone: () => {
      form.clear();
      toast({ text: 'Saved' });
    },
  });
  const { url, to, include } = form.values;
  function wanted(): NotificationSettings | null {
    const addresses = linesOf(to);
    if (url.trim() === '' && addresses.length === 0) return null;
    return {
      include: [...include],
      ...(url.trim() === '' ? {} : { webhook: { url: url.trim() } }),
      ...(addresses.length === 0 ? {} : { email: { to: addresses } }),
    };
  }
  return (
    <form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ params: { workspaceId }, input: { notifications: wanted() } });
      }}
    >
      <h2>Tell me when a conversation needs me</h2>
      <TextField
        label="Webhook address"
        hint="Your desk's address; leave it empty for none"
        type="url"
        placeholder="https://"
        value={url}
        onChange={(value) => form.set({ url: value })}
        error={faultOf(save.error, 'url')}
      />
      <TextArea
        label="E-mail addresses, one on each line"
        {...(canSendEmail
          ? {}
          : { hint: 'This service has no mail server set up: nothing can be sent by e-mail yet.' })}
        rows={2}
        value={to}
        onChange={(value) => form.set({ to: value })}
        error={faultOf(save.error, 'to')}
      />
      <fieldset>
        <legend className="legend">What a notification may tell</legend>
        {details.map(({ name, label, hint }) => (
          <Choice
            key={name}
            label={label}
            hint={hint}
            isChecked={include.includes(name)}
            onChange={(isChecked) =>
              form.set({ include: isChecked ? [...include, name] : include.filter((each) => each !== name) })
            }
          />
        ))}
      </fieldset>
      <FormError error={save.error} />
      <div className="row">
        <Button kind="primary" type="submit" isBusy={save.isPending}>
          Save
        </Button>
        {form.isDirty && (
          <Button kind="quiet" onClick={form.clear}>
            Undo my changes
          </Button>
        )}
      </div>
    </form>
  );
}

function Trials({ settings: { notifications } }: { settings: Settings }) {
  const { id: workspaceId } = useWorkspace();
  const [tried, setTried] = useState<'webhook' | 'email'>('webhook');
  const test = useAction('testNotification', { isOfForm: true });
  const run = (channel: 'webhook' | 'email') => {
    setTried(channel);
    test.mutate({ params: { workspaceId }, input: { channel } });
  };
  if (notifications?.webhook === undefined && notifications?.email === undefined) return null;
  return (
    <section className="card stack">
      <h2>Try it</h2>
      <p className="muted">Sends one trial notification, with invented content, to what is saved.</p>
      <div className="row">
        {notifications.webhook !== undefined && (
          <Button isBusy={test.isPending && tried === 'webhook'} onClick={() => run('webhook')}>
            Try the webhook
          </Button>
        )}
        {notifications.email !== undefined && (
          <Button isBusy={test.isPending && tried === 'email'} onClick={() => run('email')}>
            Try the e-mail
          </Button>
        )}
      </div>
      {test.data !== undefined && (
        <Note tone={test.data.delivered ? 'good' : 'stop'} isAlert>
          {test.data.delivered ? 'Delivered.' : `Not delivered: ${test.data.error ?? 'no reason was given'}`}
        </Note>
      )}
      <FormError error={test.error} />
    </section>
  );
}
