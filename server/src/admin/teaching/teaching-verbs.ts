import { ConsoleError } from '../../domain/console/console-error.ts';
import type { ConsoleInput, ConsoleOutput } from '../../domain/console/routes.ts';
import type { LanguageModel, ModelSettings } from '../../domain/language-model.ts';
import type { SessionRecord } from '../../store/account-port.ts';
import type { PersonaDraftRecord } from '../../store/console-port.ts';
import type { Store } from '../../store/port.ts';
import type { ClassifierShelf } from '../../teaching/classifier-shelf.ts';
import { draftOf } from '../console/draft-of.ts';
import { askModel, planTeaching, readNeed } from './ask-model.ts';
import { createRecognition } from './create-recognition.ts';
import { acceptSuggestions, type Chosen, rejectSuggestions } from './settle-suggestions.ts';
import { suggestFromAnswer } from './suggest-phrases.ts';
import { phrasesOf, taughtItems } from './taught-items.ts';
import type { TeachingPlace } from './teaching-profile.ts';
import { teachingRequest } from './teaching-request.ts';

export interface TeachingDeps {
  readonly store: Store;
  readonly classifiers: Pick<ClassifierShelf, 'teach'>;
  /** The model that may suggest phrases, which is opened for the first request; null if the service has no model. */
  readonly model: { readonly settings: ModelSettings; open(): Promise<LanguageModel> } | null;
}

/**
 * Creates the actions of the Teach page: listing each item's phrases, receiving suggestions, and settling suggestions.
 */
export function createTeachingVerbs({ store, classifiers, model }: TeachingDeps) {
  const measure = createRecognition();

  /** Reads a profile with its draft. @throws ConsoleError `console_not_found` */
  async function find(place: TeachingPlace): Promise<PersonaDraftRecord> {
    const record = await store.personaDraft(place);
    if (record === null) throw new ConsoleError('console_not_found');
    return record;
  }

  /** Resolves to the model if the workspace allows its use, and otherwise to null. */
  async function allowedModel(workspaceId: string) {
    const workspace = model === null ? null : await store.workspace({ workspaceId });
    return workspace?.usesModel === true ? model : null;
  }

  return {
    async read(place: TeachingPlace): Promise<ConsoleOutput<'readTeaching'>> {
      const record = await find(place);
      const taught = await store.taughtPhrases(place);
      const waiting = Map.groupBy(
        taught.filter(({ state }) => state === 'suggested'),
        ({ itemId }) => itemId,
      );
      const items = taughtItems(draftOf(record)).map((item) => ({
        id: item.id,
        kind: 'name' in item ? ('offer' as const) : ('fact' as const),
        title: 'name' in item ? item.name : (item.topic ?? item.text.slice(0, 60)),
        text: item.text,
        isApproved: item.approved !== false,
        aliases: [...phrasesOf(item, 'alias')],
        nearMisses: [...phrasesOf(item, 'near_miss')],
        suggested: (waiting.get(item.id) ?? []).map(({ kind, text, conversationId }) => ({
          kind,
          text,
          isOfFan: conversationId !== null,
        })),
      }));
      return { displayName: record.displayName, isDraft: record.draft !== null, items };
    },

    async recognition(place: TeachingPlace, gone: AbortSignal): Promise<ConsoleOutput<'readRecognition'>> {
      return measure(place.workspaceId, draftOf(await find(place)), gone);
    },

    async request(place: TeachingPlace): Promise<ConsoleOutput<'readTeachingRequest'>> {
      await find(place);
      const { need, ...about } = await readNeed(store, place, Date.now());
      const items = need.wanted.length;
      return { items, request: items === 0 ? null : teachingRequest(about, need) };
    },

    /**
     * Stores the phrases in a pasted answer as suggestions. @throws ConsoleError `console_input_invalid` when it
     * contains no phrases in the required format
     */
    async paste(
      place: TeachingPlace,
      { answer }: ConsoleInput<'pasteTeaching'>,
    ): Promise<ConsoleOutput<'pasteTeaching'>> {
      await find(place);
      const outcome = await suggestFromAnswer(store, place, answer, 'assistant');
      if (outcome === null) {
        const message = "This text has no phrases to add. Copy the assistant's whole answer.";
        throw new ConsoleError('console_input_invalid', { message, fields: [{ path: 'answer', message }] });
      }
      const { suggested, known, refused } = outcome;
      return { suggested, known, refused: [...refused] };
    },

    async settle(
      place: TeachingPlace,
      { outcome, itemId, phrase }: ConsoleInput<'settleTeaching'>,
      by: SessionRecord,
      gone: AbortSignal,
    ): Promise<ConsoleOutput<'settleTeaching'>> {
      await find(place);
      if (itemId === undefined && phrase !== undefined) {
        const message = "itemId is required with a phrase. Add the id of the phrase's item.";
        throw new ConsoleError('console_input_invalid', { message, fields: [{ path: 'itemId', message }] });
      }
      const chosen: Chosen = itemId === undefined ? 'all' : { itemId, phrase, isWithoutFans: true };
      if (outcome === 'rejected') {
        const changed = await rejectSuggestions(store, place, chosen);
        return { changed, ofFans: 0, refused: [], isPublished: true };
      }
      const accepted = await acceptSuggestions(store, place, chosen, { accountId: by.accountId, by: by.name });
      const { persona } = accepted.profile;
      if (accepted.accepted > 0 && accepted.isPublished) await classifiers.teach({ ...place, persona }, gone);
      const ofFans = Object.values(accepted.ofFans).reduce((sum, count) => sum + count, 0);
      const { refused, isPublished } = accepted;
      return { changed: accepted.accepted, ofFans, refused: [...refused], isPublished };
    },

    async plan(place: TeachingPlace): Promise<ConsoleOutput<'planModelTeaching'>> {
      await find(place);
      const allowed = await allowedModel(place.workspaceId);
      if (allowed === null) return { model: null, items: 0, requests: 0, inputTokens: 0, outputTokens: 0 };
      const { settings } = allowed;
      const { items, batches, inputTokens, outputTokens } = await planTeaching(store, place, settings, Date.now());
      const name = `${settings.provider}:${settings.name}`;
      return { model: name, items, requests: batches.length, inputTokens, outputTokens };
    },

    /**
     * Sends one request to the model for the next items; the next call continues with the items after them.
     * @throws ConsoleError `console_not_possible` without a model
     */
    async askModel(place: TeachingPlace, gone: AbortSignal): Promise<ConsoleOutput<'askModelTeaching'>> {
      await find(place);
      const allowed = await allowedModel(place.workspaceId);
      if (allowed === null) {
        const message =
          'This workspace is not allowed to use a language model. Paste an answer from any chat assistant instead.';
        throw new ConsoleError('console_not_possible', { message });
      }
      const plan = await planTeaching(store, place, allowed.settings, Date.now());
      const batches = plan.batches.slice(0, 1);
      const asked = batches.flat().length;
      const opened = await allowed.open();
      const ways = { isWanted: () => !gone.aborted, progress: () => undefined };
      const run = await askModel(store, place, opened, { ...plan, batches }, ways);
      const { suggested, refused, inputTokens, outputTokens, missing } = run;
      const itemsLeft = plan.items + plan.left - asked;
      const failure = missing[0]?.reason ?? null;
      return { suggested, refused: [...refused], inputTokens, outputTokens, itemsLeft, failure };
    },
  };
}
