import { findGaps } from '../../admin/console/find-gaps.ts';
import { createWarnings } from '../../admin/console/find-warnings.ts';
import { createPersonaReader } from '../../admin/console/persona-reader.ts';
import { rehearse } from '../../admin/console/rehearse.ts';
import { createReviewVerbs } from '../../admin/console/review-verbs.ts';
import { createSettingsVerbs } from '../../admin/console/settings-verbs.ts';
import { createStudioVerbs } from '../../admin/console/studio-verbs.ts';
import { createTestCaseVerbs } from '../../admin/console/test-cases.ts';
import { tryMessage } from '../../admin/console/try-message.ts';
import { readUsageView } from '../../admin/console/usage-view.ts';
import { createWorkspaceKeyVerbs } from '../../admin/console/workspace-key-verbs.ts';
import type { workspaceRoutes } from '../../domain/console/workspace-routes.ts';
import { type ConsoleHandlers, signedIn } from './console-call.ts';
import type { ConsoleDeps } from './create-console-handlers.ts';

const done = { ok: true } as const;
const messagesRehearsed = 50;

/** What stands behind the routes of one workspace. Whoever calls has the role that the route asks for. */
export function createWorkspaceHandlers(
  deps: ConsoleDeps,
): ConsoleHandlers<Exclude<keyof typeof workspaceRoutes, 'watch'>> {
  const { store, engine, config } = deps;
  const readPersona = createPersonaReader({ store });
  const keys = createWorkspaceKeyVerbs({ store });
  const studio = createStudioVerbs({ store });
  const findWarnings = createWarnings({ readPersona, engine });
  const testCases = createTestCaseVerbs({ store });
  const review = createReviewVerbs({ store, engine, readPersona, retentionMs: config.retentionHours * 3_600_000 });
  const settings = createSettingsVerbs({
    store,
    canSendEmail: config.notifications.smtpUrl !== null,
    modelConfigured: config.model !== null,
    testDelivery: deps.testDelivery,
    onQueued: deps.onQueued,
  });

  return {
    readSettings: ({ params }) => settings.read(params.workspaceId),
    changeOrigins: ({ params, input }) => settings.changeOrigins(params.workspaceId, input),
    changeNotifications: ({ params, input }) => settings.changeNotifications(params.workspaceId, input),
    makeWebhookSecret: ({ params }) => settings.makeWebhookSecret(params.workspaceId),
    testNotification: ({ params, input }) => settings.test(params.workspaceId, input),
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
    removeItem: (call) => studio.removeItem(call.params, call.input.version, signedIn(call)),
    saveAbout: (call) => studio.saveAbout(call.params, call.input, signedIn(call)),
    discardDraft: (call) => studio.discard(call.params, call.input.version, signedIn(call)),
    listChanges: ({ params }) => studio.changes(params),
    undoChange: (call) => studio.undo(call.params, call.input.version, signedIn(call)),
    readWarnings: ({ params }) => findWarnings(params),
    importPersona: (call) => studio.import(call.params, call.input, signedIn(call), call.gone),
    exportPersona: ({ params, input, gone }) => studio.export(params, input, gone),
    rehearse: ({ params, input }) =>
      rehearse({ store, engine, readPersona }, params, input.messages ?? messagesRehearsed),
    publish: (call) => studio.publish(call.params, call.input, signedIn(call)),

    readQueue: ({ params }) => review.queue(params.workspaceId),
    listConversations: ({ params, input }) => review.list(params.workspaceId, input),
    readThread: ({ params }) => review.thread(params.workspaceId, params.conversationId),
    async editReply(call) {
      await review.editReply(call.params, call.input, signedIn(call));
      return done;
    },
    resolveConversation: (call) => review.setState(call.params, 'resolve', signedIn(call)),
    closeConversation: (call) => review.setState(call.params, 'close', signedIn(call)),

    tryMessage: ({ params, input }) => tryMessage({ readPersona, engine }, params.workspaceId, input),
    listTestCases: ({ params }) => testCases.list(params.workspaceId),
    saveTestCase: (call) => testCases.save(call.params.workspaceId, call.input, signedIn(call)),
    async removeTestCase({ params }) {
      await testCases.remove(params.workspaceId, params.testCaseId);
      return done;
    },

    readUsage: ({ params }) => readUsageView({ store, plans: config.plans }, params.workspaceId),
    readGaps: ({ params, input }) => findGaps({ store, engine, readPersona }, { ...params, ...input }),
  };
}
