import * as inbox from './inbox-contract.ts';
import * as insight from './insight-contract.ts';
import { route } from './route.ts';
import { done, nothing } from './shapes.ts';

const w = '/workspaces/:workspaceId';

/** The routes for the inbox, for adding training phrases from the inbox, and for the settings of automatic answers. */
export const inboxRoutes = {
  readInbox: route(
    'GET',
    `${w}/inbox`,
    'reviewer',
    'Returns one page of a tab; every conversation is in exactly one tab',
    inbox.InboxQuery,
    inbox.InboxPage,
  ),
  pasteMessage: route(
    'POST',
    `${w}/inbox`,
    'reviewer',
    'Turns a pasted message into a conversation with a draft, charged as one inbox unit',
    inbox.PasteRequest,
    inbox.Pasted,
  ),
  recordAnswer: route(
    'POST',
    `${w}/conversations/:conversationId/answer`,
    'reviewer',
    'Records an answer that was given elsewhere; sends nothing',
    inbox.RecordAnswerRequest,
    inbox.RecordedAnswer,
  ),
  undoAnswer: route(
    'POST',
    `${w}/conversations/:conversationId/answer/undo`,
    'reviewer',
    'Withdraws the recorded answer, unless the conversation has newer activity',
    inbox.UndoAnswerRequest,
    done,
  ),
  teachWords: route(
    'POST',
    `${w}/conversations/:conversationId/teach`,
    'reviewer',
    "Adds a fan's words to an item: an editor adds them to the draft, and a reviewer suggests them",
    inbox.TeachWordsRequest,
    inbox.TaughtWords,
  ),
  readAutonomy: route(
    'GET',
    `${w}/autonomy`,
    'reviewer',
    'Returns how much is answered automatically',
    nothing,
    insight.AutonomyView,
  ),
  setAutonomy: route(
    'PUT',
    `${w}/autonomy`,
    'owner',
    'Sets how much is answered automatically',
    insight.SetAutonomyRequest,
    insight.AutonomyView,
  ),
};
