import { connectionRoutes } from './connection-routes.ts';
import { inboxRoutes } from './inbox-routes.ts';
import * as insight from './insight-contract.ts';
import { pageRoutes } from './page-routes.ts';
import { personaRoutes } from './persona-routes.ts';
import * as push from './push-contract.ts';
import * as review from './review-contract.ts';
import { route } from './route.ts';
import * as settings from './settings-contract.ts';
import { done, nothing } from './shapes.ts';
import { teachingRoutes } from './teaching-routes.ts';

const w = '/workspaces/:workspaceId';

/** The routes within one workspace. */
export const workspaceRoutes = {
  readSettings: route(
    'GET',
    `${w}/settings`,
    'owner',
    "Returns the workspace's settings",
    nothing,
    settings.WorkspaceSettings,
  ),
  changeOrigins: route(
    'PUT',
    `${w}/settings/origins`,
    'owner',
    'Sets the browser origins that may use keys',
    settings.ChangeOriginsRequest,
    settings.WorkspaceSettings,
  ),
  changeNotifications: route(
    'PUT',
    `${w}/settings/notifications`,
    'owner',
    'Sets the channels for handoff notifications',
    settings.ChangeNotificationsRequest,
    settings.WorkspaceSettings,
  ),
  makeWebhookSecret: route(
    'POST',
    `${w}/settings/webhook-secret`,
    'owner',
    'Creates a webhook secret; the previous one also signs during the overlap',
    settings.MakeWebhookSecretRequest,
    settings.WebhookSecret,
  ),
  testNotification: route(
    'POST',
    `${w}/settings/notifications/test`,
    'owner',
    'Sends one test notification to a configured channel',
    settings.TestNotificationRequest,
    settings.TestNotificationResult,
  ),
  readPush: route(
    'GET',
    `${w}/push`,
    'reviewer',
    'Returns whether push is on in this browser',
    nothing,
    push.PushState,
  ),
  beginPush: route(
    'POST',
    `${w}/push/begin`,
    'reviewer',
    'Returns a key for the subscription',
    nothing,
    push.PushBegun,
  ),
  turnOnPush: route(
    'POST',
    `${w}/push`,
    'reviewer',
    "Turns on notifications in this browser for all of the user's workspaces, until the user signs out",
    push.TurnOnPushRequest,
    done,
  ),
  turnOffPush: route('DELETE', `${w}/push`, 'reviewer', 'Turns off notifications in this browser', nothing, done),
  testPush: route(
    'POST',
    `${w}/push/test`,
    'reviewer',
    "Sends one test notification to the user's browsers",
    nothing,
    settings.TestNotificationResult,
  ),
  listDeliveries: route('GET', `${w}/deliveries`, 'owner', 'Returns the delivery log', nothing, settings.Deliveries),
  retryDelivery: route(
    'POST',
    `${w}/deliveries/:deliveryId/retry`,
    'owner',
    'Requeues a failed delivery',
    nothing,
    done,
  ),

  listKeys: route('GET', `${w}/keys`, 'owner', "Lists the workspace's keys", nothing, settings.Keys),
  createKey: route(
    'POST',
    `${w}/keys`,
    'owner',
    'Creates a key; the key is returned only once',
    settings.CreateKeyRequest,
    settings.NewKey,
  ),
  rotateKey: route(
    'POST',
    `${w}/keys/:keyId/rotate`,
    'owner',
    'Creates a successor; the old key stays valid during the overlap',
    settings.RotateKeyRequest,
    settings.RotatedKey,
  ),
  revokeKey: route('POST', `${w}/keys/:keyId/revoke`, 'owner', 'Revokes a key immediately', nothing, settings.KeyView),

  ...personaRoutes,
  ...teachingRoutes,

  ...inboxRoutes,
  readQueue: route('GET', `${w}/review`, 'reviewer', 'Lists the waiting conversations', nothing, review.ReviewQueue),
  listConversations: route(
    'GET',
    `${w}/conversations`,
    'reviewer',
    'Lists conversations, with the newest activity first',
    review.ConversationsQuery,
    review.Conversations,
  ),
  readThread: route(
    'GET',
    `${w}/conversations/:conversationId`,
    'reviewer',
    'Returns a conversation with its stored drafts, plus suggestions drafted for this request',
    nothing,
    review.Thread,
  ),
  editReply: route(
    'PUT',
    `${w}/conversations/:conversationId/reply`,
    'reviewer',
    'Stores an edited reply; sends nothing',
    review.EditReplyRequest,
    done,
  ),
  resolveConversation: route(
    'POST',
    `${w}/conversations/:conversationId/resolve`,
    'reviewer',
    'Sets a waiting or closed conversation back to open',
    nothing,
    review.StateChange,
  ),
  closeConversation: route(
    'POST',
    `${w}/conversations/:conversationId/close`,
    'reviewer',
    "Closes the conversation until the contact's next message",
    nothing,
    review.StateChange,
  ),

  tryMessage: route(
    'POST',
    `${w}/try`,
    'reviewer',
    'Drafts a reply to a message in the playground; charges and stores nothing',
    insight.TryRequest,
    insight.Trial,
  ),
  listTestCases: route('GET', `${w}/test-cases`, 'reviewer', 'Lists the test cases', nothing, insight.TestCases),
  saveTestCase: route(
    'POST',
    `${w}/test-cases`,
    'editor',
    'Saves a message as a test case',
    insight.SaveTestCaseRequest,
    insight.TestCase,
  ),
  removeTestCase: route('DELETE', `${w}/test-cases/:testCaseId`, 'editor', 'Removes a test case', nothing, done),

  ...connectionRoutes,
  ...pageRoutes,

  readUsage: route('GET', `${w}/usage`, 'reviewer', 'Returns usage counts', nothing, insight.UsageView),
  readGaps: route(
    'GET',
    `${w}/gaps`,
    'reviewer',
    'Lists the questions that no fact answers',
    insight.GapsQuery,
    insight.Gaps,
  ),
  watch: route(
    'GET',
    `${w}/events`,
    'reviewer',
    'Streams live server-sent events: `review`, `deliveries`, `persona`, `signed_out`',
    nothing,
    null,
  ),
};
