import { recordUsage } from './allowance.ts';
import { appendMessages, setConversationState } from './conversations.ts';
import { admitDraft, settleDraft } from './drafts.ts';
import { admitHandoff, settleHandoff } from './handoffs.ts';
import { createKey, revokeKey, rotateKey, touchKeys } from './keys.ts';
import { releaseWrite, renewLease, sweepLeases } from './leases.ts';
import { claimNotifications, retryNotification, settleNotification, setWebhookSecret } from './notifications.ts';
import { deleteExpired, touchHealth } from './retention.ts';

/** Everything that the write thread does in a savepoint of a group's transaction. */
export const writeOperations = {
  admitDraft,
  admitHandoff,
  appendMessages,
  claimNotifications,
  createKey,
  deleteExpired,
  recordUsage,
  releaseWrite,
  renewLease,
  retryNotification,
  revokeKey,
  rotateKey,
  setConversationState,
  setWebhookSecret,
  settleDraft,
  settleHandoff,
  settleNotification,
  sweepLeases,
  touchHealth,
  touchKeys,
};

export type WriteOperations = typeof writeOperations;
