import { ConsoleError } from '../../domain/console/console-error.ts';
import type { WarningView } from '../../domain/console/persona-contract.ts';
import type { ConsoleOutput } from '../../domain/console/routes.ts';
import type { DraftInput, Engine } from '../../drafting/engine.ts';
import { createRecentMap } from '../../lib/recent-map.ts';
import type { ClassifierShelf } from '../../teaching/classifier-shelf.ts';
import { draftOf } from './draft-of.ts';
import { findContradictions } from './find-contradictions.ts';
import { type Item, itemsOf, titleOf, usabilityOf } from './persona-items.ts';
import type { PersonaReader } from './persona-reader.ts';

const soonMs = 3 * 86_400_000;
const kept = 20;

/**
 * Creates a function that finds possible problems in a draft. The function tries each item's aliases as messages until
 * one of them finds the item.
 */
export function createWarnings({
  readPersona,
  engine,
  classifiers,
}: {
  readPersona: PersonaReader;
  engine: Engine;
  classifiers: Pick<ClassifierShelf, 'ofDraft'>;
}) {
  const found = createRecentMap<Promise<WarningView[]>>(kept);

  return async function findWarnings(place: {
    workspaceId: string;
    profileId: string;
  }): Promise<ConsoleOutput<'readWarnings'>> {
    const { workspaceId, profileId } = place;
    const record = await readPersona({ workspaceId, profileId });
    if (record === null) throw new ConsoleError('console_not_found');
    const { version, publishedRevision, displayName, now } = record;
    const name = JSON.stringify([workspaceId, profileId, version, publishedRevision, Math.floor(now / 3_600_000)]);
    const persona = draftOf(record);
    const look = async () => {
      const classifier = await classifiers.ofDraft({ workspaceId, profileId, persona });
      return warningsOf(engine, { displayName, persona, classifier, now, workspaceId });
    };
    const warnings = found.get(name) ?? look();
    found.set(name, warnings);
    // A failed check is not cached, so it is repeated.
    warnings.catch(() => found.delete(name));
    return { version, warnings: await warnings };
  };
}

async function warningsOf(
  engine: Engine,
  about: Pick<DraftInput, 'displayName' | 'persona' | 'classifier' | 'now' | 'workspaceId'>,
): Promise<WarningView[]> {
  const { persona, now } = about;
  const warnings: WarningView[] = [];
  const usable: Item[] = [];
  for (const item of itemsOf(persona)) {
    const usability = usabilityOf(item, now);
    if (usability === 'usable') usable.push(item);
    const endsAt = item.kind === 'fact' ? item.item.validUntil : item.kind === 'offer' ? item.item.endsAt : undefined;
    if (usability === 'over')
      warnings.push(of('out_of_date', item, `“${titleOf(item)}” has ended and is no longer used.`));
    else if (endsAt !== undefined && Date.parse(endsAt) - now < soonMs) {
      warnings.push(of('ends_soon', item, `“${titleOf(item)}” ends at ${endsAt}.`));
    }
  }
  warnings.push(...findContradictions(usable));
  for (const item of usable) {
    if (item.kind === 'phrase') continue;
    const { id, aliases = [], topic = '' } = item.item;
    if (aliases.length === 0) {
      if (topic === '' && item.kind === 'fact') {
        warnings.push(
          of('no_alias', item, `“${titleOf(item)}” has neither a topic nor an example of how fans ask for it.`),
        );
      }
      continue;
    }
    let isFound = false;
    for (const message of aliases) {
      const input = { ...about, message, history: [], relationship: null, awaitsCreator: false };
      const { trace } = await engine.draft(input);
      isFound = finds(trace['clauses'], id);
      if (isFound) break;
    }
    if (isFound) continue;
    const message = `None of the examples for “${titleOf(item)}” leads to this item. Write them as a fan would.`;
    warnings.push({ ...of('not_found_by_alias', item, message), alias: aliases[0] ?? null });
  }
  return warnings;
}

/**
 * Returns true if the item ranks first among the items that could answer one of the clauses, or if the clauses are
 * unknown.
 */
function finds(clauses: unknown, id: string): boolean {
  if (!Array.isArray(clauses)) return true;
  return clauses.some((clause) => {
    const { candidates, itemId } = Object(clause);
    return itemId === id || (Array.isArray(candidates) && Object(candidates[0]).id === id);
  });
}

function of(kind: WarningView['kind'], { item }: Item, message: string): WarningView {
  return { kind, itemIds: [item.id], message, alias: null };
}
