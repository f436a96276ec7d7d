import { ConsoleError } from '../../domain/console/console-error.ts';
import type { DraftChanged, ItemView, PersonaDraft, SaveItemRequest } from '../../domain/console/persona-contract.ts';
import type { ConsoleInput, ConsoleOutput } from '../../domain/console/routes.ts';
import type { Persona } from '../../domain/persona.ts';
import { personaRevision } from '../../domain/profile-revision.ts';
import { createId } from '../../lib/ids.ts';
import type { SessionRecord } from '../../store/account-port.ts';
import type { PersonaDraftRecord } from '../../store/console-port.ts';
import type { Store } from '../../store/port.ts';
import type { ClassifierShelf } from '../../teaching/classifier-shelf.ts';
import { isoTime } from '../iso-time.ts';
import { checkPersona } from './check-persona.ts';
import { draftOf } from './draft-of.ts';
import { fansWordsIn, savingFansWords } from './fans-words.ts';
import { canUndo, undoneBy, viewChange } from './persona-changes.ts';
import { changeOf, type Edit, itemOf, wholeChange } from './persona-edit.ts';
import {
  aboutOf,
  countDifferences,
  findItem,
  mergePersonas,
  viewItems,
  withAbout,
  withItem,
  withoutItem,
} from './persona-items.ts';
import { createPersonaTexts } from './persona-texts.ts';

const changesShown = 200;

export interface ProfilePlace {
  readonly workspaceId: string;
  readonly profileId: string;
}

/** Creates the actions of the persona studio: a draft is changed step by step there, and is published as a whole. */
export function createStudioVerbs({ store, classifiers }: { store: Store; classifiers: ClassifierShelf }) {
  const texts = createPersonaTexts();

  async function find({ workspaceId, profileId }: ProfilePlace): Promise<PersonaDraftRecord> {
    const record = await store.personaDraft({ workspaceId, profileId });
    if (record === null) throw new ConsoleError('console_not_found');
    return record;
  }

  async function write(
    place: ProfilePlace,
    version: number,
    by: SessionRecord,
    edit: (persona: Persona, record: PersonaDraftRecord) => Edit | Promise<Edit>,
  ): Promise<DraftChanged> {
    const record = await find(place);
    if (record.version !== version) throw new ConsoleError('console_version_conflict');
    const { persona, change } = await edit(draftOf(record), record);
    checkPersona(persona, record.displayName);
    const unpublished = countDifferences(persona, record.published);
    const noted = { ...change, accountId: by.accountId, by: by.name };
    const saved = await store.saveDraft({
      workspaceId: place.workspaceId,
      profileId: place.profileId,
      version,
      draft: unpublished === 0 ? null : persona,
      baseRevision: unpublished === 0 ? null : (record.baseRevision ?? record.publishedRevision),
      unpublished,
      change: noted,
    });
    if (saved.outcome === 'not_found') throw new ConsoleError('console_not_found');
    if (saved.outcome === 'conflict') throw new ConsoleError('console_version_conflict');
    const made = { ...noted, version: saved.version, at: saved.at };
    const items = viewItems(persona, record.published, saved.at);
    return {
      version: saved.version,
      unpublishedChanges: unpublished,
      change: viewChange(made, persona, saved.version),
      item: items.find(({ id }) => id === change.itemId) ?? null,
    };
  }

  return {
    async listProfiles(workspaceId: string): Promise<ConsoleOutput<'listProfiles'>> {
      const profiles = await store.listProfiles({ workspaceId });
      return {
        profiles: profiles.map(({ profileId, unpublished, ...card }) => ({
          id: profileId,
          ...card,
          unpublishedChanges: unpublished,
        })),
      };
    },

    async createProfile(
      workspaceId: string,
      { displayName }: ConsoleInput<'createProfile'>,
    ): Promise<ConsoleOutput<'createProfile'>> {
      const workspace = await store.workspace({ workspaceId });
      if (workspace === null) throw new ConsoleError('console_not_found');
      const profile = { id: createId('prof'), displayName: displayName.trim(), persona: {} };
      const { name, plan } = workspace;
      const document = { workspaces: [{ id: workspaceId, name, plan, profiles: [profile] }] };
      await store.importDocument(document, { forceState: false, dryRun: false });
      const counts = { facts: 0, offers: 0, phrases: 0, unpublishedChanges: 0 };
      return { id: profile.id, displayName: profile.displayName, status: 'active', ...counts };
    },

    async read(place: ProfilePlace): Promise<PersonaDraft> {
      const record = await find(place);
      const draft = draftOf(record);
      const { profileId, displayName, version, publishedRevision, published, baseRevision, updatedBy } = record;
      return {
        profileId,
        displayName,
        version,
        publishedRevision,
        isBehind: baseRevision !== null && baseRevision !== publishedRevision,
        unpublishedChanges: countDifferences(draft, published),
        updatedAt: isoTime(record.updatedAt),
        updatedBy,
        about: aboutOf(draft),
        publishedAbout: aboutOf(published),
        items: viewItems(draft, published, record.now),
      };
    },

    async saveItem(place: ProfilePlace, input: SaveItemRequest, by: SessionRecord): Promise<DraftChanged> {
      const item = itemOf(input);
      const before = input.conversationId === undefined ? null : findItem(draftOf(await find(place)), item.item.id);
      return savingFansWords(store, place, fansWordsIn(input, item, before), () =>
        write(place, input.version, by, (persona) => {
          const known = findItem(persona, item.item.id);
          const change = changeOf(known === null ? 'add' : 'change', item, known, item);
          return {
            persona: withItem(persona, item),
            change: { ...change, conversationId: input.conversationId ?? null },
          };
        }),
      );
    },

    removeItem({ itemId, ...place }: ProfilePlace & { itemId: string }, version: number, by: SessionRecord) {
      return write(place, version, by, (persona) => {
        const known = findItem(persona, itemId);
        if (known === null) throw new ConsoleError('console_not_found');
        return { persona: withoutItem(persona, itemId), change: changeOf('remove', known, known, null) };
      });
    },

    saveAbout(place: ProfilePlace, { version, about }: ConsoleInput<'saveAbout'>, by: SessionRecord) {
      return write(place, version, by, (persona) => ({
        persona: withAbout(persona, about),
        change: {
          ...wholeChange('about', 'About, voice and rules'),
          before: JSON.stringify(aboutOf(persona)),
          after: JSON.stringify(about),
        },
      }));
    },

    discard(place: ProfilePlace, version: number, by: SessionRecord) {
      return write(place, version, by, (persona, record) => ({
        persona: record.published,
        change: { ...wholeChange('discard', 'Back to the live version'), before: JSON.stringify(persona) },
      }));
    },

    async changes(place: ProfilePlace): Promise<ConsoleOutput<'listChanges'>> {
      const record = await find(place);
      const { workspaceId, profileId } = place;
      const changes = await store.personaChanges({ workspaceId, profileId, version: null, limit: changesShown });
      const draft = draftOf(record);
      return { changes: changes.map((change) => viewChange(change, draft, record.version)) };
    },

    async undo({ changeId, ...place }: ProfilePlace & { changeId: string }, version: number, by: SessionRecord) {
      const { workspaceId, profileId } = place;
      const number = /^\d{1,15}$/.test(changeId) ? Number(changeId) : -1;
      const [change] = await store.personaChanges({ workspaceId, profileId, version: number, limit: 1 });
      if (change === undefined) throw new ConsoleError('console_not_found');
      return write(place, version, by, (persona, record) => {
        if (!canUndo(change, persona, record.version)) {
          throw new ConsoleError('console_not_possible', {
            message: 'This part was changed again later. Undo the newer change first, or edit the current version.',
          });
        }
        const { itemKind, itemId, before, after } = change;
        const undo = {
          ...wholeChange('undo', `Undone: ${change.title}`),
          itemKind,
          itemId,
          before: after,
          after: before,
        };
        return { persona: undoneBy(change, persona), change: undo };
      });
    },

    /** Imports a text into the draft. If `gone` is aborted before anything is written, throws its reason. */
    async import(place: ProfilePlace, input: ConsoleInput<'importPersona'>, by: SessionRecord, gone: AbortSignal) {
      const given = await texts.read(input.text, place.profileId, { workspaceId: place.workspaceId, gone });
      const merged = (persona: Persona) => (input.mode === 'replace' ? given : mergePersonas(persona, given));
      const record = await find(place);
      const before = draftOf(record);
      const persona = merged(before);
      checkPersona(persona, record.displayName);
      const views = viewItems(persona, before, record.now);
      const countOf = (status: ItemView['status']) => views.filter((view) => view.status === status).length;
      const counts = { added: countOf('new'), changed: countOf('changed'), removed: countOf('removed') };
      if (input.dryRun) return { version: record.version, ...counts };
      const title = `Import: ${counts.added} added, ${counts.changed} changed, ${counts.removed} removed`;
      const { version } = await write(place, input.version, by, (current) => ({
        persona: merged(current),
        change: { ...wholeChange('import', title), before: JSON.stringify(current) },
      }));
      // Trains the classifier now, so that a rehearsal of the imported persona can use it.
      await classifiers.ofDraft({ ...place, persona });
      return { version, ...counts };
    },

    async export(
      place: ProfilePlace,
      { of = 'draft', format = 'yaml' }: ConsoleInput<'exportPersona'>,
      gone: AbortSignal,
    ): Promise<ConsoleOutput<'exportPersona'>> {
      const record = await find(place);
      const persona = of === 'published' ? record.published : draftOf(record);
      const text = await texts.write(persona, format, { workspaceId: place.workspaceId, gone });
      return { fileName: `${place.profileId}.${of}.${format}`, text };
    },

    /** Publishes the draft. Waits until the published persona's classifier is trained, for a minute at most. */
    async publish(
      { workspaceId, profileId }: ProfilePlace,
      { version, publishedRevision }: ConsoleInput<'publish'>,
      by: SessionRecord,
      gone: AbortSignal,
    ): Promise<ConsoleOutput<'publish'>> {
      const record = await find({ workspaceId, profileId });
      if (record.version !== version) throw new ConsoleError('console_version_conflict');
      if (record.draft === null)
        throw new ConsoleError('console_not_possible', { message: 'The draft is the same as the live version.' });
      const { displayName, status, draft: persona, published } = record;
      checkPersona(persona, displayName);
      const revision = personaRevision({ displayName, status, persona });
      const differences = countDifferences(persona, published);
      const title = differences === 1 ? 'Published one change' : `Published ${differences} changes`;
      const change = {
        ...wholeChange('publish', title),
        before: JSON.stringify(published),
        accountId: by.accountId,
        by: by.name,
      };
      const place = { workspaceId, profileId, version, publishedRevision };
      const saved = await store.publishDraft({ ...place, persona, revision, change });
      if (saved.outcome === 'not_found') throw new ConsoleError('console_not_found');
      if (saved.outcome === 'conflict') throw new ConsoleError('console_version_conflict');
      await classifiers.teach({ workspaceId, profileId, persona }, gone);
      return { publishedRevision: revision, version: saved.version };
    },
  };
}
