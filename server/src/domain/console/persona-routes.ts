import * as persona from './persona-contract.ts';
import { route } from './route.ts';
import { nothing } from './shapes.ts';

const w = '/workspaces/:workspaceId';
const draft = `${w}/profiles/:profileId/draft`;

/** The routes of personas and their studio. */
export const personaRoutes = {
  listProfiles: route('GET', `${w}/profiles`, 'reviewer', "Lists the workspace's profiles", nothing, persona.Profiles),
  createProfile: route(
    'POST',
    `${w}/profiles`,
    'editor',
    'Creates an active profile with an empty persona',
    persona.CreateProfileRequest,
    persona.ProfileCard,
  ),
  readDraft: route('GET', draft, 'reviewer', "Returns a profile's studio", nothing, persona.PersonaDraft),
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
    'Proposes facts, offers, and phrases from a pasted text; stores nothing',
    persona.ProposeItemsRequest,
    persona.ProposedItems,
  ),
  removeItem: route(
    'POST',
    `${draft}/items/:itemId/remove`,
    'editor',
    'Removes one item',
    persona.VersionRequest,
    persona.DraftChanged,
  ),
  saveAbout: route(
    'PUT',
    `${draft}/about`,
    'editor',
    'Sets about, languages, voice, and rules; an omitted part is removed',
    persona.SaveAboutRequest,
    persona.DraftChanged,
  ),
  discardDraft: route(
    'POST',
    `${draft}/discard`,
    'editor',
    'Discards the draft, and restores the live version',
    persona.VersionRequest,
    persona.DraftChanged,
  ),
  listChanges: route(
    'GET',
    `${draft}/changes`,
    'reviewer',
    'Lists the changes with their authors and times',
    nothing,
    persona.History,
  ),
  undoChange: route(
    'POST',
    `${draft}/changes/:changeId/undo`,
    'editor',
    'Undoes a change if its result is still unmodified',
    persona.VersionRequest,
    persona.DraftChanged,
  ),
  readWarnings: route(
    'GET',
    `${draft}/warnings`,
    'reviewer',
    'Returns the warnings about a draft; can take seconds with many facts',
    nothing,
    persona.Warnings,
  ),
  importPersona: route(
    'POST',
    `${draft}/import`,
    'editor',
    'Imports a persona into the draft',
    persona.ImportPersonaRequest,
    persona.ImportResult,
  ),
  exportPersona: route(
    'GET',
    `${draft}/export`,
    'reviewer',
    'Exports the draft or the live version as YAML or JSON',
    persona.ExportQuery,
    persona.ExportedPersona,
  ),
  rehearse: route(
    'POST',
    `${draft}/rehearse`,
    'editor',
    'Drafts replies to the latest messages and the test cases, with both the live version and the draft',
    persona.RehearseRequest,
    persona.Rehearsal,
  ),
  publish: route(
    'POST',
    `${draft}/publish`,
    'editor',
    'Publishes the draft; replies then use it',
    persona.PublishRequest,
    persona.Published,
  ),
};
