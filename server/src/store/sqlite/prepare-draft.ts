import { periodOf } from '../../domain/period.ts';
import type { DraftContext, PrepareDraftInput } from '../write-port.ts';
import { type Entitlement, limitOf } from './allowance.ts';
import { draftingTerms } from './autonomy.ts';
import { readConversation, readProfile } from './conversation-context.ts';
import type { Moment } from './transaction.ts';

/**
 * Implements `Store.prepareDraft` with the current state on the reading side. The result is checked again when the
 * draft is stored.
 */
export function prepareDraft({ db, now }: Moment, input: PrepareDraftInput): DraftContext | null {
  const { workspaceId, idempotencyKey, profileId, conversationId, knownRevision } = input;
  const standing = db.get<Entitlement & { revision: string; drafting: string | null; used: number | null }>(
    `SELECT p.revision, w.plan, w.monthly_replies AS monthlyReplies, w.drafting, u.api + u.inbox + u.page AS used
     FROM profiles p JOIN workspaces w ON w.workspace_id = p.workspace_id
       LEFT JOIN usage u ON u.workspace_id = p.workspace_id AND u.period = ?
     WHERE p.workspace_id = ? AND p.profile_id = ? AND p.status = 'active'
       AND NOT EXISTS (SELECT 1 FROM writes WHERE workspace_id = ? AND operation = 'draft' AND idempotency_key = ?)`,
    periodOf(now).name,
    workspaceId,
    profileId,
    workspaceId,
    idempotencyKey,
  );
  if (standing === undefined) return null;
  const drafting = draftingTerms(db, standing.drafting, input);
  if (drafting.usesModel) return null;
  if ((standing.used ?? 0) >= limitOf(standing, input.monthlyReplies)) return null;
  const conversation = conversationId === null ? null : readConversation(db, { workspaceId, conversationId });
  if (conversationId !== null && conversation?.profileId !== profileId) return null;
  const context = { now, drafting, revision: standing.revision, conversation: conversation?.context ?? null };
  if (standing.revision === knownRevision) return { ...context, profile: null };
  const profile = readProfile(db, { workspaceId, profileId, onlyActive: true });
  return profile === null ? null : { ...context, revision: profile.revision, profile };
}

export const prepareDraftReads = { prepareDraft };
