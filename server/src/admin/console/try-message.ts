import { ConsoleError } from '../../domain/console/console-error.ts';
import type { Trial } from '../../domain/console/insight-contract.ts';
import type { ConsoleInput } from '../../domain/console/routes.ts';
import type { Engine } from '../../drafting/engine.ts';
import type { ClassifierShelf } from '../../teaching/classifier-shelf.ts';
import { draftOf } from './draft-of.ts';
import { claimsOf, outcomeOf, quoteItems } from './outcome-of.ts';
import type { PersonaReader } from './persona-reader.ts';
import { stepsOf } from './steps-of.ts';

/**
 * Drafts a reply to a message with the live persona or with the draft. Charges and stores nothing.
 * @throws ConsoleError `console_not_found`
 */
export async function tryMessage(
  { readPersona, engine, classifiers }: { readPersona: PersonaReader; engine: Engine; classifiers: ClassifierShelf },
  workspaceId: string,
  { profileId, message, history = [], persona: which, relationship = {} }: ConsoleInput<'tryMessage'>,
): Promise<Trial> {
  const record = await readPersona({ workspaceId, profileId });
  if (record === null) throw new ConsoleError('console_not_found');
  const persona = which === 'draft' ? draftOf(record) : record.published;
  const taught = { workspaceId, profileId, persona };
  const classifier = await (which === 'draft' ? classifiers.ofDraft(taught) : classifiers.get(taught));
  const output = await engine.draft({
    message,
    history: history.map((line) => ({ ...line, senderType: null, sentAt: null })),
    displayName: record.displayName,
    persona,
    classifier,
    relationship,
    awaitsCreator: false,
    now: record.now,
    workspaceId,
  });
  const decision = outcomeOf(output, persona);
  const claims = claimsOf(output.trace);
  const steps = stepsOf(output.trace);
  const ids = [
    ...decision.itemsUsed,
    ...claims.flatMap(({ itemId }) => itemId ?? []),
    ...steps.flatMap(({ itemId }) => itemId ?? []),
    ...candidatesIn(output.trace['clauses']),
  ];
  return { decision, claims, items: quoteItems(persona, ids), steps, trace: output.trace };
}

function candidatesIn(clauses: unknown): string[] {
  if (!Array.isArray(clauses)) return [];
  return clauses.flatMap((clause) => {
    const { candidates } = Object(clause);
    return Array.isArray(candidates) ? candidates.map((candidate) => String(Object(candidate).id)) : [];
  });
}
