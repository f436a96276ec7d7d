import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import { useAction } from '../../api/use-action.ts';
import { useToast } from '../../ui/toast.tsx';

/** Says what was done to the draft, with a button that takes it back. */
export function useUndo(params: { readonly workspaceId: string; readonly profileId: string }) {
  const toast = useToast();
  const undo = useAction('undoChange', {
    refreshes: ['readDraft', 'listProfiles', 'listChanges', 'readWarnings'],
    onDone: () => toast({ text: 'Taken back' }),
  });
  return ({ change, version }: ConsoleOutput<'saveItem'>, text: string) => {
    if (change === null || !change.canUndo) return toast({ text });
    const run = () => undo.mutate({ params: { ...params, changeId: change.id }, input: { version } });
    toast({ text, action: { label: 'Undo', run } });
  };
}
