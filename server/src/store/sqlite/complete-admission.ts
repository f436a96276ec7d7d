import type { AdmitDraftInput, AdmitDraftResult, AdmitHandoffInput, AdmitHandoffResult } from '../write-port.ts';
import type { Connection } from './connection.ts';
import { latestInbound, readConversation, readProfile } from './conversation-context.ts';
import type { BareDraftAdmission } from './drafts.ts';
import type { BareHandoffAdmission } from './handoffs.ts';

/*
 * Reads the data for an admitted write after the admission was committed. The reading side does this, because copying
 * the data between threads would cost more than reading it again. Profiles are never deleted. If a conversation was
 * deleted in the meantime, the result is null.
 */

export function completeDraft(
  db: Connection,
  { workspaceId, profileId, conversationId, knownRevision }: AdmitDraftInput,
  admitted: BareDraftAdmission,
): AdmitDraftResult | null {
  const { now, revision, drafting } = admitted;
  const conversation = conversationId === null ? null : readConversation(db, { workspaceId, conversationId });
  if (conversationId !== null && conversation === null) return null;
  const context = conversation?.context ?? null;
  const admission = { outcome: 'admitted', now, drafting, conversation: context } as const;
  if (revision === knownRevision) return { ...admission, revision, profile: null };
  const profile = found(readProfile(db, { workspaceId, profileId, onlyActive: false }));
  return { ...admission, revision: profile.revision, profile };
}

export function completeHandoff(
  db: Connection,
  { workspaceId, conversationId }: AdmitHandoffInput,
  { now }: BareHandoffAdmission,
): AdmitHandoffResult | null {
  const conversation = readConversation(db, { workspaceId, conversationId });
  if (conversation === null) return null;
  const { profileId, context } = conversation;
  const profile = found(readProfile(db, { workspaceId, profileId, onlyActive: false }));
  const latest = latestInbound(db, { workspaceId, conversationId });
  return { outcome: 'admitted', now, profile, conversation: { ...context, latestInbound: latest } };
}

function found<Found>(record: Found | null): Found {
  if (record === null) throw new Error('a write that was just admitted does not exist');
  return record;
}
