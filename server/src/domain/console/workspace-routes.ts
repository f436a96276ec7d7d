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

/** Routes within one workspace. */
export const workspaceRoutes = {
  readSettings: route('GET', `${w}/settings`, 'owner', '', nothing, settings.WorkspaceSettings),
  changeOrigins: route(
    'PUT',
    `${w}/settings/origins`,
    'owner',
    'Browser origins that may call with keys',
    settings.ChangeOriginsRequest,
    settings.WorkspaceSettings,
  ),
  changeNotifications: route(
    'PUT',
    `${w}/settings/notifications`,
    'owner',
    'Where handoffs are announced',
    settings.ChangeNotificationsRequest,
    settings.WorkspaceSettings,
  ),
  makeWebhookSecret: route(
    'POST',
    `${w}/settings/webhook-secret`,
    'owner',
    'The earlier one signs beside it for the overlap',
    settings.MakeWebhookSecretRequest,
    settings.WebhookSecret,
  ),
  testNotification: route(
    'POST',
    `${w}/settings/notifications/test`,
    'owner',
    'One trial to a configured channel',
    settings.TestNotificationRequest,
    settings.TestNotificationResult,
  ),
  readPush: route('GET', `${w}/push`, 'reviewer', 'Whether this browser is told by push', nothing, push.PushState),
  beginPush: route('POST', `${w}/push/begin`, 'reviewer', 'A key to subscribe with', nothing, push.PushBegun),
  turnOnPush: route(
    'POST',
    `${w}/push`,
    'reviewer',
    'Tells this browser, of all workspaces of its person, until it signs out',
    push.TurnOnPushRequest,
    done,
  ),
  turnOffPush: route('DELETE', `${w}/push`, 'reviewer', '', nothing, done),
  testPush: route(
    'POST',
    `${w}/push/test`,
    'reviewer',
    "One trial to one's own browsers",
    nothing,
    settings.TestNotificationResult,
  ),
  listDeliveries: route('GET', `${w}/deliveries`, 'owner', 'The delivery log', nothing, settings.Deliveries),
  retryDelivery: route('POST', `${w}/deliveries/:deliveryId/retry`, 'owner', 'A failed one, due now', nothing, done),

  listKeys: route('GET', `${w}/keys`, 'owner', '', nothing, settings.Keys),
  createKey: route(
    'POST',
    `${w}/keys`,
    'owner',
    'Answers the key itself, this once',
    settings.CreateKeyRequest,
    settings.NewKey,
  ),
  rotateKey: route(
    'POST',
    `${w}/keys/:keyId/rotate`,
    'owner',
    'A successor; the old one goes on for the overlap',
    settings.RotateKeyRequest,
    settings.RotatedKey,
  ),
  revokeKey: route('POST', `${w}/keys/:keyId/revoke`, 'owner', 'At once', nothing, settings.KeyView),

  listProfiles: route('GET', `${w}/profiles`, 'reviewer', '', nothing, persona.Profiles),
  createProfile: route(
    'POST',
    `${w}/profiles`,
    'editor',
    'An active profile with an empty persona',
    persona.CreateProfileRequest,
    persona.ProfileCard,
  ),
  readDraft: route('GET', draft, 'reviewer', 'The whole studio of a profile', nothing, persona.PersonaDraft),
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
    'Facts, offers and phrases from a pasted text; keeps nothing',
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
    'About, languages, voice and rules; a part left out is removed',
    persona.SaveAboutRequest,
    persona.DraftChanged,
  ),
  discardDraft: route(
    'POST',
    `${draft}/discard`,
    'editor',
    'Back to the live version',
    persona.VersionRequest,
    persona.DraftChanged,
  ),
  listChanges: route('GET', `${draft}/changes`, 'reviewer', 'Who changed what and when', nothing, persona.History),
  undoChange: route(
    'POST',
    `${draft}/changes/:changeId/undo`,
    'editor',
    'Where what it changed still stands',
    persona.VersionRequest,
    persona.DraftChanged,
  ),
  readWarnings: route(
    'GET',
    `${draft}/warnings`,
    'reviewer',
    'May take seconds with many facts',
    nothing,
    persona.Warnings,
  ),
  importPersona: route('POST', `${draft}/import`, 'editor', '', persona.ImportPersonaRequest, persona.ImportResult),
  exportPersona: route('GET', `${draft}/export`, 'reviewer', '', persona.ExportQuery, persona.ExportedPersona),
  rehearse: route(
    'POST',
    `${draft}/rehearse`,
    'editor',
    'Drafts the last messages and the test cases with what is live and with the draft',
    persona.RehearseRequest,
    persona.Rehearsal,
  ),
  publish: route(
    'POST',
    `${draft}/publish`,
    'editor',
    'The draft becomes what replies rest on',
    persona.PublishRequest,
    persona.Published,
  ),

  ...teachingRoutes,

  ...inboxRoutes,
  readQueue: route('GET', `${w}/review`, 'reviewer', 'What awaits the creator', nothing, review.ReviewQueue),
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
    'With its stored drafts, and suggestions drafted now',
    nothing,
    review.Thread,
  ),
  editReply: route(
    'PUT',
    `${w}/conversations/:conversationId/reply`,
    'reviewer',
    'Keeps an edited reply; sends nothing',
    review.EditReplyRequest,
    done,
  ),
  resolveConversation: route(
    'POST',
    `${w}/conversations/:conversationId/resolve`,
    'reviewer',
    'Back to open',
    nothing,
    review.StateChange,
  ),
  closeConversation: route(
    'POST',
    `${w}/conversations/:conversationId/close`,
    'reviewer',
    "Until the contact's next message",
    nothing,
    review.StateChange,
  ),

  tryMessage: route(
    'POST',
    `${w}/try`,
    'reviewer',
    'The playground: charged nothing, kept nowhere',
    insight.TryRequest,
    insight.Trial,
  ),
  listTestCases: route('GET', `${w}/test-cases`, 'reviewer', '', nothing, insight.TestCases),
  saveTestCase: route('POST', `${w}/test-cases`, 'editor', '', insight.SaveTestCaseRequest, insight.TestCase),
  removeTestCase: route('DELETE', `${w}/test-cases/:testCaseId`, 'editor', '', nothing, done),

  ...connectionRoutes,
  ...pageRoutes,

  readUsage: route('GET', `${w}/usage`, 'reviewer', 'Counts only', nothing, insight.UsageView),
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
