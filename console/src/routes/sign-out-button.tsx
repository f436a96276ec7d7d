import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useAction } from '../api/use-action.ts';
import { forgetFormDrafts } from '../api/use-form-draft.ts';
import { Button } from '../ui/button.tsx';

/** Ends this session and forgets what was typed. */
export function SignOutButton() {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const signOut = useAction('signOut', {
    onDone: () => {
      forgetFormDrafts();
      navigate('/');
      queries.clear();
    },
  });
  return (
    <Button isBusy={signOut.isPending} onClick={() => signOut.mutate({ params: {}, input: {} })}>
      Sign out
    </Button>
  );
}
