import { useLocation } from 'wouter';
import { leave } from '../api/query-client.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../ui/button.tsx';

/** Ends this session and discards all input. */
export function SignOutButton() {
  const [, navigate] = useLocation();
  const signOut = useAction('signOut', {
    onDone: () => {
      navigate('/');
      leave();
    },
  });
  return (
    <Button isBusy={signOut.isPending} onClick={() => signOut.mutate({ params: {}, input: {} })}>
      Sign out
    </Button>
  );
}
