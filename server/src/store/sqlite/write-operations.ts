import { changeAccount, changeMember, createAccount, joinWorkspace, resetPassword } from './accounts.ts';
import { removeTestCase, saveTestCase } from './activity.ts';
import { recordUsage } from './allowance.ts';
import { appendMessages, setConversationState } from './conversations.ts';
import { admitDraft, settleDraft, storeDraft } from './drafts.ts';
import { expireMessages, expireRecords, forgetConversation } from './forgetting.ts';
import { admitHandoff, settleHandoff } from './handoffs.ts';
import { createKey, revokeKey, rotateKey, touchKeys } from './keys.ts';
import { releaseWrite, renewLease, sweepLeases } from './leases.ts';
import { makeLink, useLink, withdrawInvitation } from './links.ts';
import { claimNotifications, retryNotification, settleNotification, setWebhookSecret } from './notifications.ts';
import { deleteExpired, touchHealth } from './retention.ts';
import { saveReply } from './reviewing.ts';
import { addPasskey, endSessions, openSession, removePasskey, touchPasskey, touchSession } from './sessions.ts';
import { publishDraft, saveDraft } from './studio.ts';

/** Everything that the write thread does in a savepoint of a group's transaction. */
export const writeOperations = {
  addPasskey,
  admitDraft,
  admitHandoff,
  appendMessages,
  changeAccount,
  changeMember,
  claimNotifications,
  createAccount,
  createKey,
  deleteExpired,
  endSessions,
  expireMessages,
  expireRecords,
  forgetConversation,
  joinWorkspace,
  makeLink,
  openSession,
  publishDraft,
  recordUsage,
  releaseWrite,
  removePasskey,
  removeTestCase,
  renewLease,
  resetPassword,
  retryNotification,
  revokeKey,
  rotateKey,
  saveDraft,
  saveReply,
  saveTestCase,
  setConversationState,
  setWebhookSecret,
  settleDraft,
  settleHandoff,
  settleNotification,
  storeDraft,
  sweepLeases,
  touchHealth,
  touchKeys,
  touchPasskey,
  touchSession,
  useLink,
  withdrawInvitation,
};

export type WriteOperations = typeof writeOperations;
