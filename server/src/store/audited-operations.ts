import type { Store } from './port.ts';

/** An audited action. */
export interface AuditFact {
  /** The action's name, such as `key.revoked`. */
  readonly action: string;
  /** The workspace of the action; omitted if the action concerns the installation. */
  readonly workspaceId?: string;
  /** The object of the action. Conversations go in `conversationId` instead, because conversation ids are personal. */
  readonly object?: { readonly kind: string; readonly id: string };
  readonly conversationId?: string;
}

type Judges = {
  readonly [Name in keyof Store]?: Store[Name] extends (...input: infer Input) => Promise<infer Result>
    ? (input: Input[0], result: Result, options: Input[1]) => readonly AuditFact[]
    : never;
};

const when = (isDone: boolean, fact: AuditFact): readonly AuditFact[] => (isDone ? [fact] : []);
const ofAccount = (id: string) => ({ kind: 'account', id });

/** Describes an erasure. The entry does not name the erased conversations. */
export const contactErased = (workspaceId: string): AuditFact => ({ action: 'contact.erased', workspaceId });

/** Describes an export. It is recorded before the data is returned. */
export const workspaceExported = (workspaceId: string): AuditFact => ({ action: 'workspace.exported', workspaceId });

/**
 * The store operations that add entries to the audit log, each with a function that returns the entries. An operation
 * that changed nothing adds no entries.
 */
export const audited = {
  createKey: (_, { keyId, workspaceId }) => [
    { action: 'key.created', workspaceId, object: { kind: 'key', id: keyId } },
  ],
  revokeKey: (_, key) =>
    key === null
      ? []
      : [{ action: 'key.revoked', workspaceId: key.workspaceId, object: { kind: 'key', id: key.keyId } }],
  rotateKey: (_, rotated) =>
    rotated === null
      ? []
      : [
          {
            action: 'key.rotated',
            workspaceId: rotated.previous.workspaceId,
            object: { kind: 'key', id: rotated.previous.keyId },
          },
        ],

  settleHandoff: ({ workspaceId, conversationId }, { outcome }) =>
    when(outcome === 'stored', { action: 'conversation.handed_off', workspaceId, conversationId }),
  setConversationState: ({ workspaceId, conversationId }, changed) =>
    when(changed !== null, { action: 'conversation.state_changed', workspaceId, conversationId }),
  saveReply: ({ workspaceId, conversationId }, isSaved) =>
    when(isSaved, { action: 'conversation.reply_edited', workspaceId, conversationId }),
  inboxStep: ({ workspaceId, name, input }, answer) => {
    if (!('outcome' in answer) || answer.outcome !== 'done' || !('conversationId' in input)) return [];
    const { conversationId } = input;
    if (name === 'recordAnswer') return [{ action: 'conversation.answered', workspaceId, conversationId }];
    if (name === 'undoAnswer') return [{ action: 'conversation.answer_undone', workspaceId, conversationId }];
    return [];
  },
  importDocument: ({ workspaces }, _, { dryRun }) =>
    dryRun ? [] : workspaces.map(({ id }) => ({ action: 'workspace.imported', workspaceId: id })),
  putPage: ({ workspaceId, page, isNew }, { outcome }) =>
    when(outcome === 'done', {
      action: isNew ? 'page.created' : 'page.changed',
      workspaceId,
      object: { kind: 'page', id: page.slug },
    }),
  removePage: ({ workspaceId, slug }, isRemoved) =>
    when(isRemoved, { action: 'page.removed', workspaceId, object: { kind: 'page', id: slug } }),
  setWebhookSecret: ({ workspaceId }, isSet) => when(isSet, { action: 'webhook_secret.created', workspaceId }),
  retryNotification: ({ workspaceId, notificationId }, isQueued) =>
    when(isQueued, {
      action: 'notification.retried',
      workspaceId,
      object: { kind: 'notification', id: notificationId },
    }),
  saveDraft: ({ workspaceId, profileId }, { outcome }) =>
    when(outcome === 'saved', { action: 'persona.changed', workspaceId, object: { kind: 'profile', id: profileId } }),
  publishDraft: ({ workspaceId, profileId }, { outcome }) =>
    when(outcome === 'saved', { action: 'persona.published', workspaceId, object: { kind: 'profile', id: profileId } }),

  makeLink: (link, made) => {
    if (made === null || link.kind === 'challenge') return [];
    if (link.workspaceId !== null) {
      return [
        {
          action: 'invitation.created',
          workspaceId: link.workspaceId,
          object: { kind: 'invitation', id: link.linkId },
        },
      ];
    }
    return [
      { action: `${link.kind}_link.created`, ...(link.accountId !== null && { object: ofAccount(link.accountId) }) },
    ];
  },
  withdrawInvitation: ({ workspaceId, linkId }, isGone) =>
    when(isGone, { action: 'invitation.withdrawn', workspaceId, object: { kind: 'invitation', id: linkId } }),
  createAccount: ({ accountId }, outcome) =>
    when(outcome === 'created', { action: 'account.created', object: ofAccount(accountId) }),
  joinWorkspace: ({ accountId }, outcome) =>
    when(outcome === 'joined', { action: 'account.joined_workspace', object: ofAccount(accountId) }),
  resetPassword: (_, accountId) =>
    accountId === null ? [] : [{ action: 'account.password_reset', object: ofAccount(accountId) }],
  changeAccount: ({ accountId, password }, isChanged) =>
    when(isChanged, {
      action: password === null ? 'account.renamed' : 'account.password_changed',
      object: ofAccount(accountId),
    }),
  openSession: ({ accountId }) => [{ action: 'session.opened', object: ofAccount(accountId) }],
  endSessions: ({ accountId }, ended) => when(ended > 0, { action: 'session.ended', object: ofAccount(accountId) }),
  addPasskey: ({ accountId }, isAdded) => when(isAdded, { action: 'passkey.added', object: ofAccount(accountId) }),
  removePasskey: ({ accountId }, isRemoved) =>
    when(isRemoved, { action: 'passkey.removed', object: ofAccount(accountId) }),
  changeMember: ({ workspaceId, accountId, role }, isChanged) =>
    when(isChanged, {
      action: role === null ? 'member.removed' : 'member.role_changed',
      workspaceId,
      object: ofAccount(accountId),
    }),
  setAccountDisabled: ({ accountId, isDisabled }, isChanged) =>
    when(isChanged, { action: isDisabled ? 'account.disabled' : 'account.enabled', object: ofAccount(accountId) }),
  removeAccount: ({ accountId }, outcome) =>
    when(outcome === 'removed', { action: 'account.removed', object: ofAccount(accountId) }),
  makeInstaller: ({ accountId }, outcome) =>
    when(outcome === 'made', { action: 'account.made_installer', object: ofAccount(accountId) }),
  // Push keys and visitors' contact details are not settings, and there may be thousands of them.
  replaceSecret: ({ workspaceId, slot }, isReplaced) =>
    when(isReplaced && !/^(?:push|contact):/.test(slot), { action: 'webhook_secret.resealed', workspaceId }),
} satisfies Judges;
