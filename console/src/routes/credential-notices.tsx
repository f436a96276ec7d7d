import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Note } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { When } from '../ui/when.tsx';

type Notice = ReturnType<typeof useSession>['notices'][number];

/** Shows credentials that another session added or replaced, until the user dismisses them. */
export function CredentialNotices() {
  const { notices } = useSession();
  const dismiss = useAction('dismissNotices', { refreshes: ['readSession'], mayRepeat: true });
  if (notices.length === 0) return null;
  return (
    <Note tone="caution" isAlert>
      <ul className="stack-tight">
        {notices.map((notice) => (
          <li key={notice.id}>
            <span className="breaks">{wordsOf(notice)}</span> (<When at={notice.at} />
            {notice.browser !== '' && `, ${notice.browser}`})
          </li>
        ))}
      </ul>
      <p>
        If this was not you, change your password under Your account. This removes passkeys and ends other sessions.
        Then tell the operator.
      </p>
      <div>
        <Button isSmall isBusy={dismiss.isPending} onClick={() => dismiss.mutate({ params: {}, input: {} })}>
          It was me
        </Button>
      </div>
    </Note>
  );
}

function wordsOf({ kind, detail }: Notice): string {
  if (kind === 'passkey_added') return `The passkey “${detail}” was added to your account`;
  if (kind === 'password_changed') return 'Your password was changed';
  if (kind === 'password_reset') return 'Your password was set with a reset link';
  return `Your email address was changed to ${detail}`;
}
