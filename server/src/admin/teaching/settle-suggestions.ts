import type { Persona } from '../../domain/persona.ts';
import { personaRevision } from '../../domain/profile-revision.ts';
import type { PhraseKind } from '../../drafting/answer/judge-phrases.ts';
import { OperatorError } from '../../lib/errors.ts';
import type { PersonaDraftRecord } from '../../store/console-port.ts';
import type { Store } from '../../store/port.ts';
import type { TaughtPhrase } from '../../store/teaching-port.ts';
import { checkPersona } from '../console/check-persona.ts';
import { draftOf } from '../console/draft-of.ts';
import { wholeChange } from '../console/persona-edit.ts';
import { countDifferences, findItem } from '../console/persona-items.ts';
import { type RefusedPhrase, siftPhrases } from './sift-phrases.ts';
import { withPhrases } from './taught-items.ts';
import { findProfile, type TeachingPlace } from './teaching-profile.ts';

/**
 * The selected suggestions: all of them, or those for one item. The selection can be limited to one phrase, or to
 * suggestions that no fan wrote.
 */
export type Chosen =
  | {
      readonly itemId: string;
      readonly phrase?: { readonly kind: PhraseKind; readonly text: string } | undefined;
      readonly isWithoutFans?: boolean;
    }
  | 'all';

/** The person who accepts suggestions, as the persona's history names them. */
export interface Teacher {
  readonly accountId: string | null;
  readonly by: string;
}

export interface Acceptance {
  /** How many phrases were added to the persona. */
  readonly accepted: number;
  readonly items: number;
  readonly refused: readonly RefusedPhrase[];
  /** The number of suggestions from an inbox or the Page, by item, that accepting "all" leaves waiting. */
  readonly ofFans: Readonly<Record<string, number>>;
  /** True if the phrases are published and in use; false if they are in the draft, which also has other changes. */
  readonly isPublished: boolean;
  readonly unpublishedChanges: number;
  /** The profile after the change. */
  readonly profile: { readonly displayName: string; readonly persona: Persona };
}

const attempts = 5;
const commandLine: Teacher = { accountId: null, by: 'understudy teach' };

/**
 * Adds suggested phrases to the persona through its draft, and publishes them immediately if the draft contains nothing
 * else. Phrases that are flagged, exceed a limit or belong to a removed item are rejected and remain suggestions. "All"
 * never includes a fan's phrases. @throws OperatorError when the item or the profile does not exist
 */
export async function acceptSuggestions(
  store: Store,
  place: TeachingPlace,
  chosen: Chosen,
  teacher: Teacher = commandLine,
): Promise<Acceptance> {
  const { workspaceId, profileId } = place;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const record = await findProfile(store, place);
    const draft = draftOf(record);
    requireItem(draft, chosen);
    const waiting = await suggestionsOf(store, place, chosen);
    const { fromFans, wanted } = apart(waiting, chosen);
    const { taken, refused, known } = siftPhrases(draft, wanted);
    const persona = withPhrases(draft, taken);
    const saved =
      taken.length === 0
        ? { isPublished: record.draft === null, unpublished: countDifferences(draft, record.published) }
        : await save(store, place, record, persona, { title: titleOf(taken.length, chosen), ...teacher });
    if (saved === 'conflict') continue;
    await store.settlePhrases({ workspaceId, profileId, phrases: [...taken, ...known], outcome: 'accepted' });
    return {
      accepted: taken.length,
      items: new Set(taken.map(({ itemId }) => itemId)).size,
      refused,
      ofFans: countByItem(fromFans),
      isPublished: saved.isPublished,
      unpublishedChanges: saved.unpublished,
      profile: { displayName: record.displayName, persona },
    };
  }
  throw new OperatorError('Someone else keeps changing this persona. Nothing was accepted. Try again in a moment.');
}

/**
 * Removes suggested phrases, and resolves to the number of removed phrases. Accepted phrases stay. @throws
 * OperatorError when the profile does not exist
 */
export async function rejectSuggestions(store: Store, place: TeachingPlace, chosen: Chosen): Promise<number> {
  const { workspaceId, profileId } = place;
  await findProfile(store, place);
  const waiting = await suggestionsOf(store, place, chosen);
  const phrases = chosen === 'all' ? waiting : apart(waiting, chosen).wanted;
  return store.settlePhrases({ workspaceId, profileId, phrases, outcome: 'rejected' });
}

async function suggestionsOf(store: Store, place: TeachingPlace, chosen: Chosen): Promise<TaughtPhrase[]> {
  const { workspaceId, profileId } = place;
  const taught = await store.taughtPhrases({ workspaceId, profileId });
  return taught.filter(({ state, itemId, kind, text }) => {
    if (state !== 'suggested') return false;
    if (chosen === 'all') return true;
    const { phrase } = chosen;
    return itemId === chosen.itemId && (phrase === undefined || (kind === phrase.kind && text === phrase.text));
  });
}

/** Splits the waiting suggestions into the selected ones and the number skipped because fans wrote them. */
function apart(waiting: readonly TaughtPhrase[], chosen: Chosen) {
  const leavesFans = chosen === 'all' || (chosen.isWithoutFans === true && chosen.phrase === undefined);
  if (!leavesFans) return { fromFans: [], wanted: waiting };
  const isOfFan = ({ conversationId }: TaughtPhrase) => conversationId !== null;
  return { fromFans: waiting.filter(isOfFan), wanted: waiting.filter((phrase) => !isOfFan(phrase)) };
}

function requireItem(persona: Persona, chosen: Chosen): void {
  if (chosen === 'all') return;
  const item = findItem(persona, chosen.itemId);
  if (item !== null && item.kind !== 'phrase') return;
  throw new OperatorError(
    `This persona has no fact or offer "${chosen.itemId}". "understudy teach --list" shows the items with suggestions.`,
  );
}

function countByItem(phrases: readonly TaughtPhrase[]): Record<string, number> {
  const byItem = Map.groupBy(phrases, ({ itemId }) => itemId);
  return Object.fromEntries([...byItem].map(([itemId, list]) => [itemId, list.length]));
}

function titleOf(count: number, chosen: Chosen): string {
  const phrases = count === 1 ? 'one phrase' : `${count.toLocaleString('en')} phrases`;
  return chosen === 'all' ? `Taught ${phrases}` : `Taught ${phrases} to ${chosen.itemId}`.slice(0, 120);
}

/** Saves the draft, and publishes it if it had no other changes. */
async function save(
  store: Store,
  { workspaceId, profileId }: TeachingPlace,
  record: PersonaDraftRecord,
  persona: Persona,
  { title, ...changedBy }: Teacher & { readonly title: string },
): Promise<{ isPublished: boolean; unpublished: number } | 'conflict'> {
  const { displayName, status, published, publishedRevision } = record;
  checkPersona(persona, displayName);
  const unpublished = countDifferences(persona, published);
  const saved = await store.saveDraft({
    workspaceId,
    profileId,
    version: record.version,
    draft: persona,
    baseRevision: record.baseRevision ?? publishedRevision,
    unpublished,
    change: { ...wholeChange('import', title), before: JSON.stringify(draftOf(record)), ...changedBy },
  });
  if (saved.outcome !== 'saved') return 'conflict';
  if (record.draft !== null) return { isPublished: false, unpublished };
  const done = await store.publishDraft({
    workspaceId,
    profileId,
    version: saved.version,
    publishedRevision,
    persona,
    revision: personaRevision({ displayName, status, persona }),
    change: { ...wholeChange('publish', `Published: ${title}`), before: JSON.stringify(published), ...changedBy },
  });
  return done.outcome === 'saved' ? { isPublished: true, unpublished: 0 } : { isPublished: false, unpublished };
}
