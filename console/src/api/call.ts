import type {
  ConsoleInput,
  ConsoleOutput,
  ConsoleParameters,
  ConsoleRouteName,
} from '../../../server/src/domain/console/routes.ts';
import { ApiError, type FieldFault } from './api-error.ts';
import { connection } from './connection.ts';
import { routeTable } from './route-table.ts';

const base = '/console/api';
const awayStatuses = new Set([502, 503, 504]);

/** Calls one route of the contract. @throws ApiError */
export async function call<Name extends ConsoleRouteName>(
  name: Name,
  params: ConsoleParameters<Name>,
  input: ConsoleInput<Name>,
  signal?: AbortSignal,
): Promise<ConsoleOutput<Name>> {
  const [method, path] = routeTable[name] ?? ['GET', ''];
  const isRead = method === 'GET';
  const hasBody = !isRead && method !== 'DELETE';
  const url = `${pathFor(path, params)}${isRead ? queryOf(input) : ''}`;
  const response = await reach(url, {
    method,
    signal: signal ?? null,
    headers: {
      ...(isRead ? {} : { 'x-understudy-console': '1' }),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: JSON.stringify(input) } : {}),
  });
  if (!response.ok) throw await refusalOf(response);
  // The service answers each route according to the contract's schema.
  return (await response.json()) as ConsoleOutput<Name>;
}

/** Returns the address of a route that is not fetched, such as an event stream. */
export function addressOf<Name extends ConsoleRouteName>(name: Name, params: ConsoleParameters<Name>): string {
  return pathFor(routeTable[name]?.[1] ?? '', params);
}

function pathFor(path: string, params: Readonly<Record<string, string>>): string {
  return base + path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
}

function queryOf(input: object): string {
  const pairs = Object.entries(input).filter(([, value]) => value !== undefined);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}

async function reach(url: string, request: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, request);
  } catch (error) {
    if (request.signal?.aborted) throw error;
    connection.lost();
    throw new ApiError('away', 'The service is not responding. Your input is kept.');
  }
  if (awayStatuses.has(response.status)) {
    connection.lost();
    throw new ApiError('away', 'The service is not ready. Your input is kept.');
  }
  connection.found();
  return response;
}

interface Refusal {
  readonly error?: string;
  readonly message?: string;
  readonly fields?: readonly FieldFault[];
}

async function refusalOf(response: Response): Promise<ApiError> {
  const wait = Number(response.headers.get('retry-after'));
  // Every error from the service uses the contract's envelope; an error from a proxy may not.
  const body = (await response.json().catch(() => ({}))) as Refusal;
  return new ApiError(
    body.error ?? 'internal_error',
    body.message ?? `The service answered ${response.status}.`,
    body.fields,
    wait > 0 ? wait : null,
  );
}
