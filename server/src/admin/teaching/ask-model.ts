import { type LanguageModel, ModelFailure, type ModelSettings } from '../../domain/language-model.ts';
import type { Persona } from '../../domain/persona.ts';
import type { Store } from '../../store/port.ts';
import { draftOf } from '../console/draft-of.ts';
import type { RefusedPhrase } from './sift-phrases.ts';
import { suggestFromAnswer } from './suggest-phrases.ts';
import { phraseKinds, phrasesOf, taughtItems } from './taught-items.ts';
import { findProfile, type TeachingPlace } from './teaching-profile.ts';
import {
  type TeachingNeed,
  teachingInstructions,
  teachingNeed,
  teachingSchema,
  type WantedItem,
} from './teaching-request.ts';

const itemsAtOnce = 4;
const mostItems = 400;
/** The number of tokens in the answer for one item: 30 aliases and 10 near misses. */
const tokensOfItem = 900;
const charactersPerToken = 4;
const failuresToStop = 3;

/** The requests that a profile needs to send to a model, and their approximate cost. */
export interface TeachingPlan {
  readonly displayName: string;
  readonly persona: Persona;
  readonly batches: readonly (readonly WantedItem[])[];
  readonly others: TeachingNeed['enough'];
  readonly items: number;
  /** The number of items that need more phrases and are left for another run. */
  readonly left: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface TeachingRun {
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly suggested: number;
  readonly refused: readonly RefusedPhrase[];
  /** Items without a suggestion, with the reason why the request failed. */
  readonly missing: readonly { readonly itemIds: readonly string[]; readonly reason: string }[];
}

/** Returns the settings for generating phrases, which may take longer and return more than a draft. */
export function settingsForTeaching(settings: ModelSettings): ModelSettings {
  return {
    ...settings,
    timeoutMs: Math.max(settings.timeoutMs, 180_000),
    maxOutputTokens: Math.max(settings.maxOutputTokens, 2 * itemsAtOnce * tokensOfItem),
  };
}

/** Reads which items of a profile still need phrases. @throws OperatorError when the profile does not exist */
export async function readNeed(store: Store, place: TeachingPlace, now: number) {
  const { workspaceId, profileId } = place;
  const record = await findProfile(store, place);
  const persona = draftOf(record);
  const taught = await store.taughtPhrases({ workspaceId, profileId });
  const counts = new Map<string, number>();
  for (const item of taughtItems(persona))
    for (const kind of phraseKinds) counts.set(`${kind} ${item.id}`, phrasesOf(item, kind).length);
  for (const { state, kind, itemId } of taught) {
    const key = `${kind} ${itemId}`;
    if (state === 'suggested') counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const need = teachingNeed(persona, (itemId, kind) => counts.get(`${kind} ${itemId}`) ?? 0, now);
  return { displayName: record.displayName, persona, taught, need };
}

/**
 * Plans the requests for a profile's phrases, each for a few items. Skips items with suggestions from a model.
 * @throws OperatorError when the profile does not exist
 */
export async function planTeaching(
  store: Store,
  place: TeachingPlace,
  { maxInputTokens }: Pick<ModelSettings, 'maxInputTokens'>,
  now: number,
): Promise<TeachingPlan> {
  const { displayName, persona, taught, need } = await readNeed(store, place, now);
  const done = new Set(
    taught.flatMap(({ state, source, itemId }) =>
      state === 'suggested' && source !== 'inbox' && source !== 'page' ? [itemId] : [],
    ),
  );
  const open = need.wanted.filter(({ item }) => !done.has(item.id));
  const wanted = open.slice(0, mostItems);
  const batches = Array.from({ length: Math.ceil(wanted.length / itemsAtOnce) }, (_, at) =>
    wanted.slice(at * itemsAtOnce, (at + 1) * itemsAtOnce),
  );
  const others = [...need.wanted.map(({ item }) => item), ...need.enough];
  const plan = { displayName, persona, batches, others };
  const characters = batches.reduce((sum, batch) => sum + instructionsFor(plan, batch, maxInputTokens).length, 0);
  return {
    ...plan,
    items: wanted.length,
    left: open.length - wanted.length,
    inputTokens: Math.round(characters / charactersPerToken),
    outputTokens: wanted.length * tokensOfItem,
  };
}

/**
 * Sends the requests to the model one by one and stores each result immediately, so that a run that ends early loses
 * nothing. Stops after three failed requests in a row, and when `isWanted` returns false.
 */
export async function askModel(
  store: Store,
  place: TeachingPlace,
  model: LanguageModel,
  plan: TeachingPlan,
  { isWanted, progress }: { isWanted: () => boolean; progress: (done: number, of: number) => void },
): Promise<TeachingRun> {
  const spent = { requests: 0, inputTokens: 0, outputTokens: 0 };
  const refused: RefusedPhrase[] = [];
  const missing: { itemIds: readonly string[]; reason: string }[] = [];
  let suggested = 0;
  let failures = 0;
  for (const [at, batch] of plan.batches.entries()) {
    const itemIds = batch.map(({ item }) => item.id);
    if (!isWanted() || failures >= failuresToStop) {
      missing.push({ itemIds, reason: isWanted() ? 'the previous requests failed' : 'the run was stopped' });
      continue;
    }
    progress(at, plan.batches.length);
    try {
      const answer = await model.ask({
        workspaceId: place.workspaceId,
        isWanted,
        deadlineMs: performance.now() + model.settings.timeoutMs,
        instructions: instructionsFor(plan, batch, model.settings.maxInputTokens),
        data: `Write for these items: ${itemIds.map((id) => `[${id}]`).join(' ')}`,
        schema: teachingSchema,
        schemaName: 'teaching',
        onCall: () => {
          spent.requests += 1;
        },
      });
      spent.inputTokens += answer.inputTokens;
      spent.outputTokens += answer.outputTokens;
      const outcome = await suggestFromAnswer(store, place, answer.text, 'model', new Set(itemIds));
      if (outcome === null) throw new ModelFailure('schema');
      suggested += outcome.suggested;
      refused.push(...outcome.refused);
      failures = 0;
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      failures += 1;
      missing.push({ itemIds, reason: error.message });
    }
  }
  progress(plan.batches.length, plan.batches.length);
  return { ...spent, suggested, refused, missing };
}

function instructionsFor(
  plan: Pick<TeachingPlan, 'displayName' | 'persona' | 'others'>,
  batch: readonly WantedItem[],
  maxInputTokens: number,
): string {
  const asked = new Set(batch.map(({ item }) => item.id));
  const others = plan.others.filter(({ id }) => !asked.has(id));
  return teachingInstructions(plan, batch, others, maxInputTokens * (charactersPerToken - 1));
}
