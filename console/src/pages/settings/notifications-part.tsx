import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import type { NotificationSettings } from '../../../../server/src/domain/notification-settings.ts';
import { faultOf } from '../../api/api-error.ts';
import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { useFormDraft } from '../../api/use-form-draft.ts';
import { useRead } from '../../api/use-read.ts';
import { Choice, TextArea, TextField } from '../../ui/field.tsx';
import { linesOf } from '../../ui/lines.ts';
import { SaveButtons } from '../../ui/save-buttons.tsx';
import { FormError, Loaded } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import { chatServices, chatSettingsOf, chatValuesOf } from './chat-services.ts';
import { Trials } from './trials.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

type Settings = ConsoleOutput<'readSettings'>;
type Detail = NonNullable<NotificationSettings['include']>[number];

const details: readonly { readonly name: Detail; readonly label: string; readonly hint: string }[] = [
  { name: 'contact', label: 'Name of the sender', hint: 'name and handle' },
  { name: 'reason', label: 'Why it needs you', hint: "the agent's words" },
  { name: 'risk', label: 'Risk and urgency', hint: 'intent, risk, urgency' },
  { name: 'message', label: 'The message itself', hint: 'the text then leaves this service' },
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
          <Trials notifications={settings.notifications} />
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
    chat: chatValuesOf(notifications),
    include: notifications?.include ?? (['contact', 'reason', 'risk'] satisfies Detail[]),
  });
  const save = useAction('changeNotifications', {
    refreshes: ['readSettings'],
    isOfForm: true,
    mayRepeat: true,
    form,
    onDone: () => toast({ text: 'Saved' }),
  });
  const { url, to, chat, include } = form.values;
  function wanted(): NotificationSettings | null {
    const addresses = linesOf(to);
    const channels = {
      ...(url.trim() === '' ? {} : { webhook: { url: url.trim() } }),
      ...(addresses.length === 0 ? {} : { email: { to: addresses } }),
      ...chatSettingsOf(chat),
    };
    return Object.keys(channels).length === 0 ? null : { include: [...include], ...channels };
  }
  return (
    <form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ params: { workspaceId }, input: { notifications: wanted() } });
      }}
    >
      <h2>Notify me when a conversation needs me</h2>
      <TextField
        label="Webhook address"
        hint="Your help desk's address. Leave it empty for none."
        type="url"
        placeholder="https://"
        value={url}
        onChange={(value) => form.set({ url: value })}
        error={faultOf(save.error, 'webhook.url')}
      />
      <TextArea
        label="Email addresses, one per line"
        {...(canSendEmail ? {} : { hint: 'This service has no mail server yet, so it cannot send email.' })}
        rows={2}
        value={to}
        onChange={(value) => form.set({ to: value })}
        error={faultOf(save.error, 'to')}
      />
      <ChatFields values={chat} error={save.error} onChange={(change) => form.set({ chat: { ...chat, ...change } })} />
      <fieldset>
        <legend className="legend">What a notification may contain</legend>
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
      <SaveButtons isBusy={save.isPending} isDirty={form.isDirty} onUndo={form.clear} />
    </form>
  );
}

/** Shows every chat service's fields, in the list's order. */
function ChatFields({
  values,
  error,
  onChange,
}: {
  readonly values: Readonly<Record<string, string>>;
  readonly error: unknown;
  readonly onChange: (change: Record<string, string>) => void;
}) {
  return chatServices.flatMap(({ name, fields }) =>
    fields.map((field) => {
      const key = `${name}.${field.name}`;
      return (
        <TextField
          key={key}
          label={field.label}
          hint={field.hint}
          placeholder={field.placeholder}
          autoComplete="off"
          spellCheck={false}
          value={values[key] ?? ''}
          onChange={(value) => onChange({ [key]: value })}
          error={faultOf(error, key)}
        />
      );
    }),
  );
}
