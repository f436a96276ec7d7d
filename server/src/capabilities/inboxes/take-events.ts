import Type from 'typebox';
import type { Actor } from '../../domain/actor.ts';
import type { EventResult, InboxEvent } from '../../domain/inbox/event.ts';
import { identifier } from '../../domain/text.ts';
import { errorCatalogue } from '../../lib/error-catalogue.ts';
import { ServiceError } from '../../lib/errors.ts';
import type { Store } from '../../store/port.ts';
import { createInputParser } from '../parse-input.ts';
import { requireScope } from '../require-scope.ts';
import { inboxScopes } from './inbox-scopes.ts';
import { mostEvents, type ReadEvent, readEvent, refusalOf } from './read-events.ts';

export interface TakeEventsDeps {
  readonly store: Store;
  /** The age in milliseconds above which messages are rejected; null rejects none. */
  readonly retentionMs: number | null;
  /** Seals an unreadable payload. Called only if the connection stores unreadable payloads. */
  readonly seal: (text: string, name: string) => string;
}

export interface HookDestination {
  readonly workspaceId: string;
  readonly connectionId: string;
  readonly keepUnreadable: boolean;
}

/**
 * Accepts the events of a signed payload one by one, in order. A payload of a different form gives a single result,
 * `unreadable`.
 * @throws ServiceError `payload_too_large` for more than 100 events
 */
export async function takeHookEvents(
  deps: TakeEventsDeps,
  to: HookDestination,
  bytes: Uint8Array,
  payload: unknown,
): Promise<readonly EventResult[]> {
  const raw = eventsIn(payload);
  if (raw === null) {
    const isTaken = await refusePayload(deps, to, bytes, ['events']);
    return isTaken ? [{ id: null, outcome: 'unreadable' }] : [];
  }
  if (raw.length > mostEvents) {
    throw new ServiceError('payload_too_large', { message: errorCatalogue.payload_too_large.cases.events(mostEvents) });
  }
  return takeRawEvents(deps, to, raw);
}

/**
 * Records an unreadable payload: its hash, its size and the paths of its faults. Returns false if the connection does
 * not exist.
 */
export async function refusePayload(
  { store, retentionMs, seal }: TakeEventsDeps,
  to: HookDestination,
  bytes: Uint8Array,
  paths: readonly string[],
): Promise<boolean> {
  const kept = keptOf(seal, to, Buffer.from(bytes).toString('utf8'));
  const input = { connectionId: to.connectionId, events: [], refused: [refusalOf(bytes, paths, kept)], retentionMs };
  const taken = await store.inboxStep({ workspaceId: to.workspaceId, name: 'takeEvents', input });
  return taken.outcome === 'taken';
}

/** Returns the unreadable data, sealed, or null if the connection does not store such data. */
function keptOf(
  seal: TakeEventsDeps['seal'],
  { workspaceId, connectionId, keepUnreadable }: HookDestination,
  text: string,
): string | null {
  return keepUnreadable ? seal(text, `${workspaceId}|${connectionId}|unreadable`) : null;
}

/** What a connector knows about a message in addition to the event itself. */
type EventMarks = Pick<Extract<InboxEvent, { type: 'message.received' }>, 'isAutomated' | 'gapAt'>;

/** Accepts raw events, at most 100, one by one and in order. */
export async function takeRawEvents(
  { store, retentionMs, seal }: TakeEventsDeps,
  to: HookDestination,
  raw: readonly unknown[],
  marksOf: (index: number) => EventMarks = () => ({}),
): Promise<readonly EventResult[]> {
  const { workspaceId, connectionId } = to;
  const read = raw.map(readEvent);
  const refused = read.flatMap((each, index) => {
    if (each.event !== null) return [];
    const text = JSON.stringify(raw[index] ?? null);
    return [
      refusalOf(
        text,
        each.faults.map(({ path }) => path),
        keptOf(seal, to, text),
      ),
    ];
  });
  const events = read.flatMap(({ event }, index): InboxEvent[] => {
    if (event === null) return [];
    return [event.type === 'message.received' ? { ...event, ...marksOf(index) } : event];
  });
  const input = { connectionId, events, refused, retentionMs };
  const taken = await store.inboxStep({ workspaceId, name: 'takeEvents', input });
  if (taken.outcome !== 'taken') return [];
  return inOrder(read, taken.results);
}

/** Puts the results of the readable events at their positions among the unreadable ones. */
function inOrder(read: readonly ReadEvent[], results: readonly EventResult[]): EventResult[] {
  const rest = [...results];
  return read.map((each) =>
    each.event === null
      ? { id: each.id, outcome: 'unreadable' }
      : (rest.shift() ?? { id: each.event.id, outcome: 'unreadable' }),
  );
}

function eventsIn(payload: unknown): unknown[] | null {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return null;
  const { events, ...others } = Object(payload);
  if (!Array.isArray(events) || events.length === 0 || Object.keys(others).length > 0) return null;
  return events;
}

const EventsRequest = Type.Object(
  {
    connectionId: identifier("a connection in this key's workspace"),
    events: Type.Array(Type.Unknown(), { minItems: 1, maxItems: mostEvents }),
  },
  { additionalProperties: false },
);
const parseRequest = createInputParser(EventsRequest);

/**
 * Accepts events from a caller with a key. If any event is invalid, the whole call is rejected.
 * @throws ServiceError `agent_scope_missing`, `invalid_request`, `connection_not_found`
 */
export async function takeKeyedEvents(
  { store, retentionMs }: TakeEventsDeps,
  actor: Actor,
  body: unknown,
): Promise<readonly EventResult[]> {
  requireScope(actor, inboxScopes.takeEvents);
  const { connectionId, events: raw } = parseRequest(body);
  const events: InboxEvent[] = raw.map((each, index) => {
    const read = readEvent(each);
    if (read.event !== null) return read.event;
    const faults = read.faults.map(({ message }) => message).join('; ');
    throw new ServiceError('invalid_request', { message: `events[${index}]: ${faults}.` });
  });
  const { workspaceId } = actor;
  const input = { connectionId, events, refused: [], retentionMs };
  const taken = await store.inboxStep({ workspaceId, name: 'takeEvents', input });
  if (taken.outcome !== 'taken') throw new ServiceError('connection_not_found');
  return taken.results;
}
