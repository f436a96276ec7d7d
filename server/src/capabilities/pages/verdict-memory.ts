import type { Autonomy } from '../../domain/autonomy.ts';
import { steadySpanOf } from '../../domain/page/page-view.ts';
import type { EpochMs } from '../../domain/period.ts';
import type { PageProfile } from './page-profiles.ts';

/** What a verdict depends on, apart from its question, profile and time. */
export interface VerdictTerms {
  readonly classifier: object | null;
  readonly autonomy: Autonomy;
  readonly withheld: readonly string[];
}

/** Remembers the verdicts of questions that were answered, but nothing about questions that were passed on. */
export interface VerdictMemory<Verdict> {
  recall(profile: PageProfile, terms: VerdictTerms, now: EpochMs, question: string): Verdict | null;
  keep(profile: PageProfile, terms: VerdictTerms, now: EpochMs, question: string, verdict: Verdict): void;
}

const dayMs = 86_400_000;

interface Kept<Verdict> {
  readonly classifier: object | null;
  readonly terms: string;
  readonly from: EpochMs;
  readonly until: EpochMs;
  readonly verdicts: Map<string, Verdict>;
}

/**
 * Remembers the verdicts of each profile's latest questions, at most `mostKept`. A verdict is forgotten when the same
 * question might get a different one: when the profile, its classifier or its terms change, when an item becomes valid
 * or expires, and when the day (UTC) ends, because answers may depend on the day.
 */
export function createVerdictMemory<Verdict>(mostKept = 200): VerdictMemory<Verdict> {
  // A changed profile is a different object.
  const kept = new WeakMap<PageProfile, Kept<Verdict>>();

  function of(profile: PageProfile, { classifier, autonomy, withheld }: VerdictTerms, now: EpochMs): Kept<Verdict> {
    const terms = JSON.stringify([autonomy, withheld]);
    const known = kept.get(profile);
    const isCurrent = known?.classifier === classifier && known.terms === terms;
    if (known !== undefined && isCurrent && known.from <= now && now < known.until) return known;
    const day = now - (now % dayMs);
    const span = steadySpanOf(profile.persona, now);
    const [from, until] = [Math.max(day, span.from), Math.min(day + dayMs, span.until)];
    const made = { classifier, terms, from, until, verdicts: new Map<string, Verdict>() };
    kept.set(profile, made);
    return made;
  }

  return {
    recall: (profile, terms, now, question) => of(profile, terms, now).verdicts.get(question) ?? null,
    keep(profile, terms, now, question, verdict) {
      const { verdicts } = of(profile, terms, now);
      verdicts.delete(question);
      verdicts.set(question, verdict);
      for (const oldest of verdicts.keys()) {
        if (verdicts.size <= mostKept) break;
        verdicts.delete(oldest);
      }
    },
  };
}
