import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  ConsoleInput,
  ConsoleOutput,
  ConsoleParameters,
  ConsoleRouteName,
} from '../../../server/src/domain/console/routes.ts';
import { useToast } from '../ui/toast.tsx';
import { ApiError, isAway } from './api-error.ts';
import { call } from './call.ts';
import type { FormDraft } from './use-form-draft.ts';

/** The reads whose answers change when a persona's draft changes. */
const ofPersona: readonly ConsoleRouteName[] = ['readDraft', 'listProfiles', 'listChanges', 'readWarnings'];

interface ActionOptions<Name extends ConsoleRouteName> {
  /** Reads that the write invalidates. */
  readonly refreshes?: readonly ConsoleRouteName[];
  /** True for a form that shows its own errors. If false, a toast shows the errors. */
  readonly isOfForm?: boolean;
  /** True if repeating the write is harmless, so that it is retried until the service is available again. */
  readonly mayRepeat?: boolean;
  /** The form whose input this write saves. Afterwards, its fields follow the reloaded values again. */
  readonly form?: Pick<FormDraft<object>, 'saved'>;
  readonly onDone?: (output: ConsoleOutput<Name>) => void;
}

interface ActionCall<Name extends ConsoleRouteName> {
  readonly params: ConsoleParameters<Name>;
  readonly input: ConsoleInput<Name>;
}

/** Returns a mutation that calls one of the contract's write routes. */
export function useAction<Name extends ConsoleRouteName>(
  name: Name,
  { refreshes = [], isOfForm = false, mayRepeat = false, form, onDone }: ActionOptions<Name> = {},
): UseMutationResult<ConsoleOutput<Name>, Error, ActionCall<Name>> {
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ params, input }: ActionCall<Name>) => call(name, params, input),
    retry: (_count, error) => mayRepeat && isAway(error),
    retryDelay: 2_000,
    onSuccess: async (output) => {
      const follow = form?.saved();
      onDone?.(output);
      const reads = new Set(refreshes.flatMap((read) => (read === 'readDraft' ? ofPersona : [read])));
      await Promise.all([...reads].map((read) => queries.invalidateQueries({ queryKey: [read] })));
      follow?.();
    },
    onError: (error) => {
      // Reloads the current state. Untouched fields follow it, so the user only has to save again.
      const isOutrun = error instanceof ApiError && error.code === 'console_version_conflict';
      if (isOutrun) void queries.invalidateQueries({ queryKey: ['readDraft'] });
      if (!isOfForm) toast({ tone: 'stop', text: error.message });
    },
  });
}
