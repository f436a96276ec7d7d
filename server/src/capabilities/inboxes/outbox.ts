import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import type { Actor } from '../../domain/actor.ts';
import type { ClaimInput } from '../../domain/inbox/outbox-rules.ts';
import type { OutboxRow } from '../../domain/inbox/rows.ts';
import { identifier, text } from '../../domain/text.ts';
import { guardReply } from '../../drafting/guard/guard-reply.ts';
import { canonicalHash } from '../../lib/canonical-json.ts';
import { type ErrorCode, errorCatalogue } from '../../lib/error-catalogue.ts';
import { ServiceError } from '../../lib/errors.ts';
import type { Store } from '../../store/port.ts';
import type { CapabilityResult } from '../capability.ts';
import { createInputParser } from '../parse-input.ts';
import { requireScope } from '../require-scope.ts';
import { inboxScopes } from './inbox-scopes.ts';

const closed = { additionalProperties: false };
const profileId = identifier("an active profile in this key's workspace");
const outboxId = identifier('an outbox item');

export const OutboxQuery = Type.Object(
  {
    profileId,
    after: Type.Optional(Type.String({ pattern: '^c\\d{1,15}$', description: 'a `next` from an earlier response' })),
    wait: Type.Optional(
      Type.String({
        pattern: '^(\\d|1\\d|2[0-5])$',
        description: 'seconds to wait for the first change: 0 to 25, default 0',
      }),
    ),
    limit: Type.Optional(
      Type.String({ pattern: '^([1-9]\\d?|100)$', description: 'the maximum number of items: 1 to 100, default 50' }),
    ),
  },
  closed,
);
export const ClaimRequest = Type.Object({ profileId, outboxId }, closed);
export const ResultRequest = Type.Object(
  {
    profileId,
    claimId: identifier('the claim that returned the text'),
    outcome: Type.Enum(['sent', 'failed', 'skipped']),
    providerMessageId: Type.Optional(identifier("the provider's id of the message that was sent")),
    reason: Type.Optional(text(1, 120, { description: 'why the message was not sent' })),
  },
  closed,
);

const parseQuery = createInputParser(OutboxQuery);
const parseClaim = createInputParser(ClaimRequest);
const parseResult = createInputParser(ResultRequest);

export interface OutboxDeps {
  readonly store: Store;
  readonly claimMs: number;
}

const lookEveryMs = 250;

/**
 * Returns the items that are ready, or those that changed since `after`. If there are none, waits up to `wait` seconds,
 * or until the caller disconnects.
 * @throws ServiceError `agent_scope_missing`, `invalid_request` or `agent_profile_not_found`
 */
export async function listOutbox(
  { store }: OutboxDeps,
  actor: Actor,
  raw: unknown,
  waiting: { readonly isCallerGone: () => boolean; readonly onWait: () => void },
): Promise<string> {
  requireScope(actor, inboxScopes.listOutbox);
  const query = parseQuery(raw);
  const after = query.after === undefined ? null : Number(query.after.slice(1));
  const limit = Number(query.limit ?? 50);
  const until = performance.now() + Number(query.wait ?? 0) * 1_000;
  const { workspaceId } = actor;
  const refreshed = new Set<string>();
  for (let isFirst = true; ; isFirst = false) {
    const found = await store.listOutbox({ workspaceId, profileId: query.profileId, after, limit });
    if (found.items === null) throw new ServiceError('agent_profile_not_found');
    const outdated = found.outdated.filter((id) => !refreshed.has(id));
    // If the stored state of an item is outdated, it is updated before the item is returned.
    for (const conversationId of outdated) {
      refreshed.add(conversationId);
      await store.inboxStep({ workspaceId, name: 'refresh', input: { conversationId } });
    }
    if (outdated.length > 0) continue;
    if (found.items.length > 0 || performance.now() >= until || waiting.isCallerGone()) {
      const last = found.items.at(-1)?.change;
      const isWhole = found.items.length < limit;
      const next = after === null && isWhole ? found.last : Math.max(last ?? after ?? found.last, after ?? 0);
      return JSON.stringify({ ok: true, items: found.items.map(viewOf), next: `c${next}` });
    }
    if (isFirst) waiting.onWait();
    await delay(Math.min(lookEveryMs, Math.max(0, until - performance.now())));
  }
}

function viewOf(item: OutboxRow) {
  const {
    outboxId: id,
    state,
    origin,
    conversationId,
    connectionId,
    threadId,
    createdAt,
    changedAt,
    sendBefore,
  } = item;
  return {
    id,
    state,
    origin,
    conversationId,
    connectionId,
    threadId,
    createdAt: iso(createdAt),
    changedAt: iso(changedAt),
    sendBefore: sendBefore === null ? null : iso(sendBefore),
  };
}

/**
 * Claims an item for one caller and returns the item's text. The same idempotency key gets the same answer.
 * @throws ServiceError if the item cannot be claimed, the key was used for a different claim, or the persona keeps
 * changing
 */
export async function claimOutbox(
  { store, claimMs }: OutboxDeps,
  actor: Actor,
  raw: unknown,
  claimKey: string,
): Promise<CapabilityResult> {
  requireScope(actor, inboxScopes.claimOutbox);
  const input = parseClaim(raw);
  const { workspaceId } = actor;
  const base = { ...input, claimKey, inputHash: canonicalHash(input), claimMs };
  let guard: ClaimInput['guard'] = null;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const answer = await store.inboxStep({ workspaceId, name: 'claim', input: { ...base, guard } });
    switch (answer.outcome) {
      case 'claimed':
        return { json: answer.response, isReplay: false };
      case 'replay':
        return { json: answer.response, isReplay: true };
      case 'unguarded':
        guard = await guardAgain(store, workspaceId, answer);
        break;
      case 'reused':
        throw new ServiceError('idempotency_key_reused');
      default:
        throw refusalOf(answer.outcome);
    }
  }
  throw new ServiceError('service_unavailable', { message: errorCatalogue.service_unavailable.cases.personaChanging });
}

/** Checks the text of an item with the guard against the current persona. */
async function guardAgain(
  store: Store,
  workspaceId: string,
  { item, now }: { readonly item: OutboxRow; readonly now: number },
): Promise<ClaimInput['guard']> {
  const profile = await store.profile({ workspaceId, profileId: item.profileId });
  if (profile === null) throw new ServiceError('agent_profile_not_found');
  const { passed } = guardReply({
    reply: item.text ?? '',
    usedItems: item.itemsUsed,
    persona: profile.persona,
    now,
    mediaAssetId: item.mediaAssetId,
  });
  return { revision: profile.revision, isPassed: passed };
}

/** Records the outcome of a claimed item. @throws ServiceError if the claim is not valid */
export async function reportResult({ store }: OutboxDeps, actor: Actor, item: string, raw: unknown): Promise<string> {
  requireScope(actor, inboxScopes.reportResult);
  const { profileId: profile, claimId, outcome, providerMessageId = null, reason = null } = parseResult(raw);
  const input = { profileId: profile, outboxId: item, claimId, outcome, providerMessageId, reason };
  const answer = await store.inboxStep({ workspaceId: actor.workspaceId, name: 'report', input });
  if (answer.outcome !== 'reported') throw refusalOf(answer.outcome);
  return JSON.stringify({ ok: true, outboxId: item, state: answer.state });
}

/**
 * Returns the error for an outcome that is not a success. A missing profile or item gets the code that other calls use
 * for it.
 */
function refusalOf(outcome: ErrorCode | 'profile_not_found' | 'item_not_found'): ServiceError {
  if (outcome === 'profile_not_found') return new ServiceError('agent_profile_not_found');
  return new ServiceError(outcome === 'item_not_found' ? 'outbox_item_not_found' : outcome);
}

function iso(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z');
}
