import { type Evaluation, evaluate } from '../src/admin/evaluate/evaluation.ts';
import { type Goals, goalsFor, ordinaryGoalsFor } from '../src/admin/evaluate/goals.ts';
import type { EvaluationCase } from '../src/admin/evaluate/read-cases.ts';
import { type CaseResult, runCases } from '../src/admin/evaluate/run-cases.ts';
import { trainProfiles } from '../src/admin/evaluate/train-profiles.ts';
import type { ProfileDocument } from '../src/domain/workspace-document.ts';
import { createEmbeddedEngine } from '../src/drafting/embedded-engine.ts';
import { ungroundedClaims } from '../test/evaluation/check-claims.ts';
import type { EvaluationAuthor } from './evaluation-authors.ts';
import { type Teaching, type TeachingLevel, taughtPersona } from './read-teaching.ts';

/** The time at which cases without their own time are drafted. */
export const evaluationTime = '2026-11-21T12:00:00Z';

/** The results for a set of cases at one level of training phrases. */
export interface LevelRun {
  readonly level: TeachingLevel;
  readonly results: readonly CaseResult[];
  readonly evaluation: Evaluation;
}

/** Levels with goals, and others for the curve. A higher level contains the phrases of a lower one. */
export const hardLevels: readonly TeachingLevel[] = [0, 4, 8, 16, 36, 60].map((phrases) => ({
  phrases,
  nearMisses: 0,
}));
export const mostTaught: TeachingLevel = { phrases: 60, nearMisses: 15 };
export const dayLevels: readonly TeachingLevel[] = [
  { phrases: 0, nearMisses: 0 },
  { phrases: 30, nearMisses: 10 },
];

/** Names a level: `16 phrases`, `60 phrases and 15 near misses`. */
export function levelName({ phrases, nearMisses }: TeachingLevel): string {
  if (phrases === 0) return 'no phrases';
  return `${phrases} phrases${nearMisses === 0 ? '' : ` and ${nearMisses} near misses`}`;
}

/**
 * Trains the classifiers of one set's creators at each level, and drafts every case with them. A creator without enough
 * phrases is left out of a level and reported to `tell`.
 */
export async function runLevels(
  authors: readonly EvaluationAuthor[],
  set: EvaluationAuthor['set'],
  levels: readonly TeachingLevel[],
  tell: (line: string) => void,
): Promise<LevelRun[]> {
  const own = authors.filter((author) => author.set === set);
  const goalsOf: (results: readonly CaseResult[]) => Goals = set === 'day' ? ordinaryGoalsFor : goalsFor;
  const runs: LevelRun[] = [];
  for (const level of levels) {
    const cases = own.flatMap((author) => taughtCases(author, level));
    if (cases.length === 0) continue;
    const profiles = new Set(cases.map(({ profile }) => profile));
    const results = await runCases(cases, {
      engine: createEmbeddedEngine(),
      classifiers: await trainProfiles(profiles),
      now: Date.parse(evaluationTime),
      checkClaims: (reply, used) => ungroundedClaims(reply, used).length,
    });
    tell(`${set}, ${levelName(level)}: drafted ${results.length} messages to ${profiles.size} creators`);
    runs.push({ level, results, evaluation: evaluate(results, goalsOf) });
  }
  return runs;
}

/** Returns an author's cases with that many training phrases, without the cases of creators that have fewer. */
export function taughtCases({ cases, teaching }: EvaluationAuthor, level: TeachingLevel): EvaluationCase[] {
  const taught = new Map<ProfileDocument, ProfileDocument | null>();
  return cases.flatMap((one) => {
    const known = taught.get(one.profile);
    const profile = known === undefined ? taughtProfile(one.profile, teaching.get(one.profile.id), level) : known;
    taught.set(one.profile, profile);
    return profile === null ? [] : [{ ...one, profile }];
  });
}

/** Returns null if the creator has fewer training phrases than the level needs. */
function taughtProfile(profile: ProfileDocument, teaching: Teaching | undefined, level: TeachingLevel) {
  if (level.phrases === 0) return profile;
  const most = Math.max(0, ...[...(teaching?.values() ?? [])].map(({ aliases }) => aliases.length));
  if (teaching === undefined || most < level.phrases) return null;
  return { ...profile, persona: taughtPersona(profile.persona ?? {}, teaching, level) };
}
