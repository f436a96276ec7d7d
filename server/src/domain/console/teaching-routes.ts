import { route } from './route.ts';
import { nothing } from './shapes.ts';
import * as teaching from './teaching-contract.ts';

const t = '/workspaces/:workspaceId/profiles/:profileId/teaching';

/** The routes for the training phrases of a profile's items. */
export const teachingRoutes = {
  readTeaching: route(
    'GET',
    t,
    'reviewer',
    "Returns each item's phrases, near misses, and suggestions",
    nothing,
    teaching.Teaching,
  ),
  readRecognition: route(
    'GET',
    `${t}/recognition`,
    'reviewer',
    'Returns how well unseen questions find each item; takes seconds',
    nothing,
    teaching.Recognition,
  ),
  readTeachingRequest: route(
    'GET',
    `${t}/request`,
    'editor',
    'Returns the request to paste into a chat assistant',
    nothing,
    teaching.TeachingRequest,
  ),
  pasteTeaching: route(
    'POST',
    `${t}/answer`,
    'editor',
    "Stores an assistant's answer as suggestions",
    teaching.PasteTeachingRequest,
    teaching.TeachingAdded,
  ),
  settleTeaching: route(
    'POST',
    `${t}/settle`,
    'editor',
    'Accepts or rejects one suggestion, all suggestions for an item, or all that no fan wrote',
    teaching.SettleTeachingRequest,
    teaching.TeachingSettled,
  ),
  planModelTeaching: route(
    'GET',
    `${t}/model`,
    'editor',
    "Returns the number of requests and tokens that the model's suggestions would take",
    nothing,
    teaching.ModelTeachingPlan,
  ),
  askModelTeaching: route(
    'POST',
    `${t}/model`,
    'editor',
    'Sends one request to the model, for the next items',
    nothing,
    teaching.ModelTaught,
  ),
};
