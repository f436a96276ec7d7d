import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type {
  ConsoleInput,
  ConsoleOutput,
  ConsoleParameters,
  ConsoleRouteName,
} from '../../../server/src/domain/console/routes.ts';
import { call } from './call.ts';

interface ReadOptions {
  /** If false, no request is sent yet. */
  readonly isWanted?: boolean;
  /** Reloads the answer at this interval, in milliseconds. Use it for answers that change without a user action. */
  readonly everyMs?: number;
  /** If true, the previous answer stays visible while a query with the same name loads. */
  readonly keepsLast?: boolean;
  /** If true, the request is sent only once, because each request counts as an attempt. */
  readonly isOnce?: boolean;
}

/** Reads one of the contract's GET routes. The answer is cached and shared by name, parameters and query. */
export function useRead<Name extends ConsoleRouteName>(
  name: Name,
  params: ConsoleParameters<Name>,
  input?: ConsoleInput<Name>,
  { isWanted = true, everyMs, isOnce = false, keepsLast = false }: ReadOptions = {},
): UseQueryResult<ConsoleOutput<Name>, Error> {
  // If a page omits the query, all of its fields are optional.
  const query = input ?? ({} as ConsoleInput<Name>);
  return useQuery({
    queryKey: [name, params, query],
    queryFn: ({ signal }) => call(name, params, query, signal),
    enabled: isWanted,
    refetchInterval: everyMs ?? false,
    ...(keepsLast ? { placeholderData: keepPreviousData } : {}),
    ...(isOnce ? { staleTime: Number.POSITIVE_INFINITY } : {}),
  });
}
