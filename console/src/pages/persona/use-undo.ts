import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';
import { useAction } from '../../api/use-action.ts';
import { useToast } from '../../ui/toast.tsx';

/**
 * Returns a function that shows a message about a change to the draft. If the change can be undone, the message has an
 * Undo button.
 */
export function useUndo(params: { readonly workspaceId: string; readonly profileId: string }) {
  const toast = useToast();
  const undo = useAction('undoChange', {
    refreshes: ['readDraft'],
    onDone: () => toast({ text: 'Undone' }),
  });
  return ({ change, version }: ConsoleOutput<'saveItem'>, text: string) => {
    if (change === null || !change.canUndo) return toast({ text });
    const run = () => undo.mutate({ params: { ...params, changeId: change.id }, input: { version } });
    toast({ text, action: { label: 'Undo', run } });
  };
}
