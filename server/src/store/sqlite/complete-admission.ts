import type { AdmitDraftInput, AdmitDraftResult, AdmitHandoffInput, AdmitHandoffResult } from '../port.ts';
import type { Connection } from './connection.ts';
import { latestInbound, readConversation, readProfile } from './conversation-context.ts';
import type { BareDraftAdmission } from './drafts.ts';
import type { BareHandoffAdmission } from './handoffs.ts';

/*
 * What an admitted write works on is read after its admission was committed, on the reading side: copying it from
 * thread to thread would cost more than reading it. Profiles and conversations are never deleted.
 */

export function completeDraft(
  db: Connection,
  { workspaceId, profileId, conversationId, knownRevision }: AdmitDraftInput,
  admitted: BareDraftAdmission,
): AdmitDraftResult {
  const { now, revision, usesModel } = admitted;
  const conversation = conversationId === null ? null : found(readConversation(db, { workspaceId, conversationId }));
  const context = conversation?.context ?? null;
  const admission = { outcome: 'admitted', now, usesModel, conversation: context } as const;
  if (revision === knownRevision) return { ...admission, revision, profile: null };
  const profile = found(readProfile(db, { workspaceId, profileId, onlyActive: false }));
  return { ...admission, revision: profile.revision, profile };
}

export function completeHandoff(
  db: Connection,
  { workspaceId, conversationId }: AdmitHandoffInput,
  { now }: BareHandoffAdmission,
): AdmitHandoffResult {
  const { profileId, context } = found(readConversation(db, { workspaceId, conversationId }));
  const profile = found(readProfile(db, { workspaceId, profileId, onlyActive: false }));
  const conversation = { ...context, latestInbound: latestInbound(db, { workspaceId, conversationId }) };
  return { outcome: 'admitted', now, profile, conversation };
}

function found<Found>(record: Found | null): Found {
  if (record === null) throw new Error('what was admitted a moment ago is not there');
  return record;
}
