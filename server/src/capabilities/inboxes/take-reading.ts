import type { AccountEvent, Reading } from '../../connectors/connector.ts';
import type { EventResult } from '../../domain/inbox/event.ts';
import type { ReceiverLink, ReceiverRecord } from '../../domain/inbox/receiver.ts';
import { mostEvents } from './read-events.ts';
import { refusePayload, type TakeEventsDeps, takeRawEvents } from './take-events.ts';

/** Matches a connection's code in the form in which its creator sends it. */
const codeForm = /\bunderstudy-[2-9A-Z]{5}-[2-9A-Z]{5}\b/i;

export interface Taken {
  readonly results: readonly EventResult[];
  /** The number of events for accounts that belong to no connection, or whose messages are rejected. */
  readonly dropped: number;
}

/**
 * Accepts a provider's data from a receiver. An account that sends the code of a connection is bound to that
 * connection. Events go to the connections that their accounts are bound to. The reader's position is recorded after
 * the events are committed, so that no event is skipped. `token` is the reader's lease.
 * @throws StoreUnavailable
 */
export async function takeReading(
  deps: TakeEventsDeps,
  receiver: ReceiverRecord,
  reading: Reading,
  { payload, token }: { readonly payload: Uint8Array | null; readonly token?: string },
): Promise<Taken> {
  const { store } = deps;
  const { receiverId } = receiver;
  const links = [...receiver.links];

  for (const each of reading.events) {
    const code = codeOf(each);
    if (code === null || linkOf(links, each.accountId) !== null) continue;
    const bound = await store.receiverStep({ receiverId, name: 'bind', input: { code, accountId: each.accountId } });
    if (bound !== null) links.push(bound);
  }

  const perLink = new Map<ReceiverLink, AccountEvent[]>();
  let dropped = 0;
  for (const each of reading.events) {
    const { accountId, refusedFor } = each;
    const link = refusedFor === null ? linkOf(links, accountId) : null;
    if (link === null) dropped += 1;
    else perLink.set(link, [...(perLink.get(link) ?? []), each]);
  }
  const results: EventResult[] = [];
  for (const [link, events] of perLink) {
    for (let from = 0; from < events.length; from += mostEvents) {
      const to = { ...link, keepUnreadable: false };
      const some = events.slice(from, from + mostEvents);
      const raw = some.map(({ event }) => event);
      const marksOf = (index: number) => {
        const { isAutomated, gapAt } = some[index] ?? {};
        return { ...(isAutomated === true && { isAutomated }), ...(gapAt !== undefined && { gapAt }) };
      };
      results.push(...(await takeRawEvents(deps, to, raw, marksOf)));
    }
  }
  const only = links.length === 1 ? links[0] : undefined;
  if (reading.unreadable.length > 0 && payload !== null && only !== undefined) {
    await keepRefusal(deps, only, payload, reading.unreadable);
  }

  const known = new Set(links.map(({ accountId }) => accountId));
  const accounts = reading.accounts.filter(({ accountId }) => known.has(accountId));
  const refused = reading.events.filter(({ refusedFor, accountId }) => refusedFor !== null && known.has(accountId));
  const said = [
    ...accounts,
    ...refused.map(({ accountId, refusedFor }) => ({ accountId, problem: refusedFor })),
  ].filter(({ accountId, problem }, index, all) => {
    const isLast = all.findLastIndex((other) => other.accountId === accountId) === index;
    return isLast && (linkOf(links, accountId)?.problem?.code ?? null) !== problem;
  });
  const { memory } = reading;
  if (said.length > 0 || dropped > 0 || Object.keys(memory).length > 0) {
    const input = { memory, accounts: said, dropped, ...(token !== undefined && { token }) };
    await store.receiverStep({ receiverId, name: 'note', input });
  }
  return { results, dropped };
}

function linkOf(links: readonly ReceiverLink[], accountId: string): ReceiverLink | null {
  return links.find((link) => link.accountId === accountId || link.accountId === '') ?? null;
}

/**
 * Returns the code in a message that the account itself sent, or null. A code in someone else's message would prove
 * nothing.
 */
function codeOf({ event }: AccountEvent): string | null {
  const body = event['type'] === 'message.sent' ? event['body'] : null;
  const [code] = typeof body === 'string' ? (codeForm.exec(body) ?? []) : [];
  return code === undefined ? null : `understudy${code.slice('understudy'.length).toUpperCase()}`;
}

/**
 * Records the unreadable data in a payload that belongs to a single connection: its hash, its size and the paths of its
 * faults.
 */
async function keepRefusal(
  deps: TakeEventsDeps,
  { workspaceId, connectionId }: ReceiverLink,
  payload: Uint8Array,
  paths: readonly string[],
): Promise<void> {
  const connections = await deps.store.listConnections({ workspaceId });
  const connection = connections?.find((one) => one.connectionId === connectionId);
  if (connection === undefined) return;
  const to = { workspaceId, connectionId, keepUnreadable: connection.keepUnreadable };
  await refusePayload(deps, to, payload, paths.slice(0, 20));
}
