import Type, { type Static } from 'typebox';
import { intents, RiskLevel } from '../../domain/decision.ts';
import { dateTime, identifier, text } from '../../domain/text.ts';
import type { ProfileDocument, WorkspaceDocument } from '../../domain/workspace-document.ts';
import { nearestName } from '../../lib/nearest-name.ts';
import { printableName } from '../../lib/printable.ts';
import { createValidator } from '../../lib/validator.ts';

/** One labelled message, as a line in a file of cases. Other properties are ignored. */
const CaseLine = Type.Object({
  profile: identifier('a profile in the workspace document'),
  message: text(1, 8_000),
  history: Type.Optional(
    Type.Array(Type.Object({ from: Type.Enum(['contact', 'creator']), text: text(1, 8_000) }), { maxItems: 1_000 }),
  ),
  intent: Type.Enum([...intents]),
  risk: RiskLevel,
  items: Type.Optional(Type.Array(text(1, 120), { maxItems: 100 })),
  kind: Type.Optional(text(0, 200)),
  hazard: Type.Optional(Type.Boolean()),
  now: Type.Optional(dateTime('when the message arrived')),
});

export interface EvaluationCase extends Omit<Static<typeof CaseLine>, 'profile'> {
  /** The case's location: the file name and the line number, from 1. */
  readonly source: string;
  readonly line: number;
  readonly profile: ProfileDocument;
}

const validate = createValidator(CaseLine, { subject: 'the case' });

/**
 * Reads cases, one JSON object per line, ignoring empty lines. Skips each invalid line, and reports its number and the
 * reason in `faults`, but never the message text.
 */
export function readEvaluationCases(
  content: string,
  source: string,
  document: WorkspaceDocument,
): { readonly cases: EvaluationCase[]; readonly faults: string[] } {
  const profiles = new Map(
    document.workspaces.flatMap(({ profiles: list = [] }) => list.map((profile) => [profile.id, profile] as const)),
  );
  const cases: EvaluationCase[] = [];
  const faults: string[] = [];
  content.split(/\r?\n/).forEach((text, index) => {
    if (text.trim() === '') return;
    const read = readLine(text, profiles);
    if (typeof read === 'string') faults.push(`${source}, line ${index + 1}: ${read}${read.endsWith('?') ? '' : '.'}`);
    else cases.push({ ...read, source, line: index + 1 });
  });
  return { cases, faults };
}

function readLine(
  text: string,
  profiles: ReadonlyMap<string, ProfileDocument>,
): Omit<EvaluationCase, 'source' | 'line'> | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is not valid JSON';
  }
  const result = validate(value);
  if (!result.ok) return result.faults.map((fault) => fault.message).join('; ');
  const one = result.value;
  const profile = profiles.get(one.profile);
  if (profile === undefined)
    return `profile "${printableName(one.profile)}" is not in the workspace document${hint(one.profile, [...profiles.keys()])}`;
  const known = itemIds(profile);
  const missing = one.items?.find((id) => !known.includes(id));
  if (missing !== undefined)
    return `items contains "${printableName(missing)}", which is not a phrase, fact or offer of ${profile.id}${hint(missing, known)}`;
  if (one.hazard === true && one.risk === 'safe') return 'a hazard cannot be "safe": risk must be review or blocked';
  return { ...one, profile };
}

function itemIds({ persona }: ProfileDocument): string[] {
  return [...(persona?.phrases ?? []), ...(persona?.facts ?? []), ...(persona?.offers ?? [])].map(({ id }) => id);
}

function hint(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === null ? '' : `; did you mean "${nearest}"?`;
}
