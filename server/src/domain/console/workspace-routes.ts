import { connectionRoutes } from './connection-routes.ts';
import { inboxRoutes } from './inbox-routes.ts';
import * as insight from './insight-contract.ts';
import { pageRoutes } from './page-routes.ts';
import * as persona from './persona-contract.ts';
import * as push from './push-contract.ts';
import * as review from './review-contract.ts';
import { route } from './route.ts';
import * as settings from './settings-contract.ts';
import { done, nothing } from './shapes.ts';
import { teachingRoutes } from './teaching-routes.ts';

const w = '/workspaces/:workspaceId';
const draft = `${w}/profiles/:profileId/draft`;

/** The routes within one workspace. */
export const workspaceRoutes = {
  readSettings: route('GET', `${w}/settings`, 'owner', '', nothing, settings.WorkspaceSettings),
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
    'Sets the channels that announce handoffs',
    settings.ChangeNotificationsRequest,
    settings.WorkspaceSettings,
  ),
  makeWebhookSecret: route(
    'POST',
    `${w}/settings/webhook-secret`,
    'owner',
    'Creates a secret; the previous one also signs for the overlap',
    settings.MakeWebhookSecretRequest,
    settings.WebhookSecret,
  ),
  testNotification: route(
    'POST',
    `${w}/settings/notifications/test`,
    'owner',
    'Sends one test to a configured channel',
    settings.TestNotificationRequest,
    settings.TestNotificationResult,
  ),
  readPush: route('GET', `${w}/push`, 'reviewer', 'Whether push is on in this browser', nothing, push.PushState),
  beginPush: route('POST', `${w}/push/begin`, 'reviewer', 'Returns a key to subscribe', nothing, push.PushBegun),
  turnOnPush: route(
    'POST',
    `${w}/push`,
    'reviewer',
    'Turns on notifications in this browser for all workspaces of its user, until the user signs out',
    push.TurnOnPushRequest,
    done,
  ),
  turnOffPush: route('DELETE', `${w}/push`, 'reviewer', '', nothing, done),
  testPush: route(
    'POST',
    `${w}/push/test`,
    'reviewer',
    'Sends one test to the browsers of the user',
    nothing,
    settings.TestNotificationResult,
  ),
  listDeliveries: route('GET', `${w}/deliveries`, 'owner', 'The delivery log', nothing, settings.Deliveries),
  retryDelivery: route(
    'POST',
    `${w}/deliveries/:deliveryId/retry`,
    'owner',
    'Queues a failed one again',
    nothing,
    done,
  ),

  listKeys: route('GET', `${w}/keys`, 'owner', '', nothing, settings.Keys),
  createKey: route(
    'POST',
    `${w}/keys`,
    'owner',
    'Creates a key, and returns it only this once',
    settings.CreateKeyRequest,
    settings.NewKey,
  ),
  rotateKey: route(
    'POST',
    `${w}/keys/:keyId/rotate`,
    'owner',
    'Creates a successor; the old key stays valid for the overlap',
    settings.RotateKeyRequest,
    settings.RotatedKey,
  ),
  revokeKey: route('POST', `${w}/keys/:keyId/revoke`, 'owner', 'Revokes a key immediately', nothing, settings.KeyView),

  listProfiles: route('GET', `${w}/profiles`, 'reviewer', '', nothing, persona.Profiles),
  createProfile: route(
    'POST',
    `${w}/profiles`,
    'editor',
    'Creates an active profile with an empty persona',
    persona.CreateProfileRequest,
    persona.ProfileCard,
  ),
  readDraft: route('GET', draft, 'reviewer', 'The studio of a profile', nothing, persona.PersonaDraft),
  saveItem: route(
    'POST',
    `${draft}/items`,
    'editor',
    'Adds or replaces one item',
    persona.SaveItemRequest,
    persona.DraftChanged,
  ),
  proposeItems: route(
    'POST',
    `${draft}/propose`,
    'editor',
    'Proposes facts, offers and phrases from a pasted text; stores nothing',
    persona.ProposeItemsRequest,
    persona.ProposedItems,
  ),
  removeItem: route(
    'POST',
    `${draft}/items/:itemId/remove`,
    'editor',
    '',
    persona.VersionRequest,
    persona.DraftChanged,
  ),
  saveAbout: route(
    'PUT',
    `${draft}/about`,
    'editor',
    'Sets about, languages, voice and rules; an omitted part is removed',
    persona.SaveAboutRequest,
    persona.DraftChanged,
  ),
  discardDraft: route(
    'POST',
    `${draft}/discard`,
    'editor',
    'Restores the live version',
    persona.VersionRequest,
    persona.DraftChanged,
  ),
  listChanges: route('GET', `${draft}/changes`, 'reviewer', 'Changes with authors and times', nothing, persona.History),
  undoChange: route(
    'POST',
    `${draft}/changes/:changeId/undo`,
    'editor',
    'Undoes a change whose result is still unmodified',
    persona.VersionRequest,
    persona.DraftChanged,
  ),
  readWarnings: route(
    'GET',
    `${draft}/warnings`,
    'reviewer',
    'The warnings about a draft; may take seconds with many facts',
    nothing,
    persona.Warnings,
  ),
  importPersona: route('POST', `${draft}/import`, 'editor', '', persona.ImportPersonaRequest, persona.ImportResult),
  exportPersona: route('GET', `${draft}/export`, 'reviewer', '', persona.ExportQuery, persona.ExportedPersona),
  rehearse: route(
    'POST',
    `${draft}/rehearse`,
    'editor',
    'Drafts the last messages and the test cases with the live version and with the draft',
    persona.RehearseRequest,
    persona.Rehearsal,
  ),
  publish: route(
    'POST',
    `${draft}/publish`,
    'editor',
    'Publishes the draft, which replies then use',
    persona.PublishRequest,
    persona.Published,
  ),

  ...teachingRoutes,

  ...inboxRoutes,
  readQueue: route('GET', `${w}/review`, 'reviewer', 'Waiting conversations', nothing, review.ReviewQueue),
  listConversations: route(
    'GET',
    `${w}/conversations`,
    'reviewer',
    'Newest activity first',
    review.ConversationsQuery,
    review.Conversations,
  ),
  readThread: route(
    'GET',
    `${w}/conversations/:conversationId`,
    'reviewer',
    'A conversation with its stored drafts, and suggestions drafted now',
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
    'Reopens the conversation',
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
    'Drafts a message in the playground; charges and stores nothing',
    insight.TryRequest,
    insight.Trial,
  ),
  listTestCases: route('GET', `${w}/test-cases`, 'reviewer', '', nothing, insight.TestCases),
  saveTestCase: route('POST', `${w}/test-cases`, 'editor', '', insight.SaveTestCaseRequest, insight.TestCase),
  removeTestCase: route('DELETE', `${w}/test-cases/:testCaseId`, 'editor', '', nothing, done),

  ...connectionRoutes,
  ...pageRoutes,

  readUsage: route('GET', `${w}/usage`, 'reviewer', 'The usage in counts', nothing, insight.UsageView),
  readGaps: route('GET', `${w}/gaps`, 'reviewer', 'Questions that no fact answers', insight.GapsQuery, insight.Gaps),
  watch: route(
    'GET',
    `${w}/events`,
    'reviewer',
    'Live, as server-sent events: `review`, `deliveries`, `persona`, `signed_out`',
    nothing,
    null,
  ),
};
