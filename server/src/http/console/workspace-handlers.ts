import { createAutonomyVerbs } from '../../admin/console/autonomy-verbs.ts';
import { proposeFrom } from '../../admin/console/bring-in/propose-from.ts';
import { findGaps } from '../../admin/console/find-gaps.ts';
import { createWarnings } from '../../admin/console/find-warnings.ts';
import { createInboxVerbs } from '../../admin/console/inbox-verbs.ts';
import { createPersonaReader } from '../../admin/console/persona-reader.ts';
import { createPushVerbs } from '../../admin/console/push-verbs.ts';
import { rehearse } from '../../admin/console/rehearse.ts';
import { createReviewVerbs } from '../../admin/console/review-verbs.ts';
import { createSettingsVerbs } from '../../admin/console/settings-verbs.ts';
import { createStudioVerbs } from '../../admin/console/studio-verbs.ts';
import { createTeachVerbs } from '../../admin/console/teach-verbs.ts';
import { createTestCaseVerbs } from '../../admin/console/test-cases.ts';
import { createTrialMeter } from '../../admin/console/trial-meter.ts';
import { tryMessage } from '../../admin/console/try-message.ts';
import { readUsageView } from '../../admin/console/usage-view.ts';
import { createWorkspaceKeyVerbs } from '../../admin/console/workspace-key-verbs.ts';
import { settingsForTeaching } from '../../admin/teaching/ask-model.ts';
import { createTeachingVerbs } from '../../admin/teaching/teaching-verbs.ts';
import type { workspaceRoutes } from '../../domain/console/workspace-routes.ts';
import type { LanguageModel } from '../../domain/language-model.ts';
import { monthlyRepliesOf } from '../../domain/plan.ts';
import type { SessionRecord } from '../../store/account-port.ts';
import { createConnectionHandlers } from './connection-handlers.ts';
import { type ConsoleHandlers, signedIn } from './console-call.ts';
import type { ConsoleDeps } from './console-deps.ts';
import { createPageHandlers } from './page-handlers.ts';

const done = { ok: true } as const;
const messagesRehearsed = 50;

/** Creates the handlers for one workspace's routes. Their callers have the role that the route requires. */
export function createWorkspaceHandlers(
  deps: ConsoleDeps,
): ConsoleHandlers<Exclude<keyof typeof workspaceRoutes, 'watch'>> {
  const { store, engine, classifiers, config } = deps;
  const readPersona = createPersonaReader({ store });
  const keys = createWorkspaceKeyVerbs({ store, maxKeys: config.maxKeys });
  const studio = createStudioVerbs({ store, classifiers });
  const fansWords = createTeachVerbs({ store, studio });
  const autonomy = createAutonomyVerbs({ store });
  const findWarnings = createWarnings({ readPersona, engine, classifiers });
  const testCases = createTestCaseVerbs({ store });
  const drafting = { store, engine, classifiers, readPersona };
  const review = createReviewVerbs({ ...drafting, sealer: deps.sealer });
  const inbox = createInboxVerbs({ ...drafting, log: deps.log, monthlyReplies: monthlyRepliesOf(config.plans) });
  const settings = createSettingsVerbs({
    store,
    canSendEmail: config.notifications.smtpUrl !== null,
    modelConfigured: config.model !== null,
    testDelivery: deps.testDelivery,
    onQueued: deps.onQueued,
  });

  const push = createPushVerbs({ store, sealer: deps.sealer });
  const teaching = createTeachingVerbs({ store, classifiers, model: teachingModel(deps) });
  const meter = createTrialMeter({ store });
  const count = (
    kind: Parameters<typeof meter.count>[0],
    call: { readonly session: SessionRecord | null; readonly params: { readonly workspaceId: string } },
  ) => meter.count(kind, { accountId: signedIn(call).accountId, workspaceId: call.params.workspaceId });

  return {
    readSettings: ({ params }) => settings.read(params.workspaceId),
    changeOrigins: ({ params, input }) => settings.changeOrigins(params.workspaceId, input),
    changeNotifications: ({ params, input }) => settings.changeNotifications(params.workspaceId, input),
    makeWebhookSecret: ({ params, input }) => settings.makeWebhookSecret(params.workspaceId, input),
    testNotification: ({ params, input }) => settings.test(params.workspaceId, input.channel),
    readPush: (call) => push.read(call.params.workspaceId, signedIn(call)),
    beginPush: async (call) => push.begin(signedIn(call)),
    async turnOnPush(call) {
      await push.turnOn(signedIn(call), call.input);
      return done;
    },
    async turnOffPush(call) {
      await push.turnOff(signedIn(call));
      return done;
    },
    testPush: (call) => settings.test(call.params.workspaceId, 'push', signedIn(call).accountId),
    listDeliveries: ({ params }) => settings.listDeliveries(params.workspaceId),
    async retryDelivery({ params }) {
      await settings.retryDelivery(params.workspaceId, params.deliveryId);
      return done;
    },

    listKeys: ({ params }) => keys.list(params),
    createKey: ({ params, input }) => keys.create(params.workspaceId, input),
    rotateKey: ({ params, input }) => keys.rotate(params, input),
    revokeKey: ({ params }) => keys.revoke(params),

    listProfiles: ({ params }) => studio.listProfiles(params.workspaceId),
    createProfile: ({ params, input }) => studio.createProfile(params.workspaceId, input),
    readDraft: ({ params }) => studio.read(params),
    saveItem: (call) => studio.saveItem(call.params, call.input, signedIn(call)),
    proposeItems: ({ params, input }) => proposeFrom(readPersona, params, input.text),
    removeItem: (call) => studio.removeItem(call.params, call.input.version, signedIn(call)),
    saveAbout: (call) => studio.saveAbout(call.params, call.input, signedIn(call)),
    discardDraft: (call) => studio.discard(call.params, call.input.version, signedIn(call)),
    listChanges: ({ params }) => studio.changes(params),
    undoChange: (call) => studio.undo(call.params, call.input.version, signedIn(call)),
    readWarnings: ({ params }) => findWarnings(params),
    importPersona: (call) => studio.import(call.params, call.input, signedIn(call), call.gone),
    exportPersona: ({ params, input, gone }) => studio.export(params, input, gone),
    async rehearse(call) {
      await count('rehearsal', call);
      const { params, input } = call;
      return rehearse({ store, engine, classifiers, readPersona }, params, input.messages ?? messagesRehearsed);
    },
    publish: (call) => studio.publish(call.params, call.input, signedIn(call), call.gone),

    readTeaching: ({ params }) => teaching.read(params),
    readRecognition: ({ params, gone }) => teaching.recognition(params, gone),
    readTeachingRequest: ({ params }) => teaching.request(params),
    pasteTeaching: ({ params, input }) => teaching.paste(params, input),
    settleTeaching: (call) => teaching.settle(call.params, call.input, signedIn(call), call.gone),
    planModelTeaching: ({ params }) => teaching.plan(params),
    askModelTeaching: ({ params, gone }) => teaching.askModel(params, gone),

    readInbox: ({ params, input }) => inbox.page(params.workspaceId, input),
    async pasteMessage(call) {
      await count('trial', call);
      return inbox.paste(call.params.workspaceId, call.input, call.gone);
    },
    recordAnswer: (call) => inbox.record(call.params, call.input, signedIn(call)),
    async undoAnswer({ params, input }) {
      await inbox.undo(params, input);
      return done;
    },
    teachWords: (call) => fansWords.teach(call.params, call.input, signedIn(call)),
    readAutonomy: ({ params }) => autonomy.read(params.workspaceId),
    setAutonomy: ({ params, input }) => autonomy.set(params.workspaceId, input),
    readQueue: ({ params }) => review.queue(params.workspaceId),
    listConversations: ({ params, input }) => review.list(params.workspaceId, input),
    readThread: ({ params }) => review.thread(params.workspaceId, params.conversationId),
    async editReply(call) {
      await review.editReply(call.params, call.input, signedIn(call));
      return done;
    },
    resolveConversation: (call) => review.setState(call.params, 'resolve', signedIn(call)),
    closeConversation: (call) => review.setState(call.params, 'close', signedIn(call)),

    async tryMessage(call) {
      await count('trial', call);
      return tryMessage({ readPersona, engine, classifiers }, call.params.workspaceId, call.input);
    },
    listTestCases: ({ params }) => testCases.list(params.workspaceId),
    saveTestCase: (call) => testCases.save(call.params.workspaceId, call.input, signedIn(call)),
    async removeTestCase({ params }) {
      await testCases.remove(params.workspaceId, params.testCaseId);
      return done;
    },

    ...createConnectionHandlers(deps),
    ...createPageHandlers(deps, { readPersona }),

    readUsage: ({ params }) => readUsageView({ store, plans: config.plans }, params.workspaceId),
    async readGaps(call) {
      await count('rehearsal', call);
      return findGaps({ store, engine, classifiers, readPersona }, { ...call.params, ...call.input });
    },
  };
}

/**
 * Returns the model that suggests phrases, or null if no model is configured. Loads the model's code at the first
 * request, because most services have no model.
 */
function teachingModel({ config, log }: ConsoleDeps) {
  if (config.model === null) return null;
  const settings = settingsForTeaching(config.model);
  let opened: Promise<LanguageModel> | null = null;
  const open = async () => {
    const { createLanguageModel } = await import('../../models/create-language-model.ts');
    return createLanguageModel(settings, log);
  };
  return {
    settings,
    open() {
      opened ??= open();
      return opened;
    },
  };
}
