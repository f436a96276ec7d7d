import { makeInstaller, removeAccount, setAccountDisabled } from './account-care.ts';
import { changeAccount, changeMember, createAccount, joinWorkspace, resetPassword } from './accounts.ts';
import { removeTestCase, saveTestCase } from './activity.ts';
import { recordUsage } from './allowance.ts';
import { appendAudit, expireAudit } from './audit.ts';
import { recordOutcome, releaseItem, setAutonomy } from './autonomy.ts';
import { appendMessages, setConversationState } from './conversations.ts';
import { admitDraft, settleDraft, storeDraft } from './drafts.ts';
import { forgetPhrasesStep } from './forget-phrases.ts';
import { expireMessages, expireRecords, forgetConversation } from './forgetting.ts';
import { admitHandoff, settleHandoff } from './handoffs.ts';
import { expireInboxStep, forgetPayloads, replaceSealed } from './inbox-reads.ts';
import { inboxStep } from './inbox-step.ts';
import { createKey, revokeKey, rotateKey, touchKeys } from './keys.ts';
import { releaseWrite, renewLease, sweepLeases } from './leases.ts';
import { makeLink, useLink, withdrawInvitation } from './links.ts';
import { dismissNotices } from './notices.ts';
import { claimNotifications, retryNotification, settleNotification } from './notifications.ts';
import { askPage, expirePagesStep } from './page-ask.ts';
import { noteItems, putDomain, putPage, removeDomain, removePage, settleDomain } from './pages.ts';
import { keepPush } from './push.ts';
import { receiverStep } from './receiver-step.ts';
import { deleteExpired, touchHealth } from './retention.ts';
import { saveReply } from './reviewing.ts';
import { addPasskey, endSessions, openSession, removePasskey, touchPasskey, touchSession } from './sessions.ts';
import { publishDraft, saveDraft } from './studio.ts';
import { keepClassifier, settlePhrases, suggestPhrases } from './teaching.ts';
import { replaceSecret, setWebhookSecret, storedSecrets } from './webhook-secrets.ts';

/** All operations that the write thread performs, each in a savepoint of a group's transaction. */
export const writeOperations = {
  addPasskey,
  admitDraft,
  admitHandoff,
  appendAudit,
  appendMessages,
  askPage,
  changeAccount,
  changeMember,
  claimNotifications,
  createAccount,
  createKey,
  deleteExpired,
  dismissNotices,
  endSessions,
  expireAudit,
  expireInboxStep,
  expireMessages,
  expirePagesStep,
  expireRecords,
  forgetConversation,
  forgetPayloads,
  forgetPhrasesStep,
  inboxStep,
  joinWorkspace,
  keepClassifier,
  keepPush,
  makeInstaller,
  makeLink,
  noteItems,
  openSession,
  publishDraft,
  putDomain,
  putPage,
  receiverStep,
  recordOutcome,
  recordUsage,
  releaseItem,
  releaseWrite,
  removeAccount,
  removeDomain,
  removePage,
  removePasskey,
  removeTestCase,
  renewLease,
  replaceSecret,
  replaceSealed,
  resetPassword,
  retryNotification,
  revokeKey,
  rotateKey,
  saveDraft,
  saveReply,
  saveTestCase,
  setAccountDisabled,
  setAutonomy,
  setConversationState,
  setWebhookSecret,
  settleDomain,
  settleDraft,
  settleHandoff,
  settleNotification,
  settlePhrases,
  storeDraft,
  storedSecrets,
  suggestPhrases,
  sweepLeases,
  touchHealth,
  touchKeys,
  touchPasskey,
  touchSession,
  useLink,
  withdrawInvitation,
};

export type WriteOperations = typeof writeOperations;
