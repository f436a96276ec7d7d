/** A change that no test can notice, because the service behaves in the same way with it. */
export interface Equivalent {
  readonly file: string;
  /** The change as `measure-mutants` prints it, or its beginning. */
  readonly what: string;
  readonly reason: string;
}

const cached = 'The line only keeps a result, so that it is not computed again.';

export const equivalents: readonly Equivalent[] = [
  { file: 'server/src/drafting/decide/creator-statements.ts', what: 'wordsOf.set(item, words);', reason: cached },
  { file: 'server/src/drafting/decide/creator-statements.ts', what: 'kept.set(index, known);', reason: cached },
  { file: 'server/src/drafting/decide/creator-statements.ts', what: 'known.set(body, meanings);', reason: cached },
  { file: 'server/src/drafting/decide/topics.ts', what: 'prepared.set(persona, topics);', reason: cached },
  { file: 'server/src/drafting/decide/unknown-parts.ts', what: 'own.set(index, creators);', reason: cached },
  { file: 'server/src/drafting/guard/approved-items.ts', what: 'sources.set(persona, all);', reason: cached },
  { file: 'server/src/drafting/guard/cross-clause-binding.ts', what: 'known.set(item, made);', reason: cached },
  { file: 'server/src/drafting/guard/wording.ts', what: 'known.set(phrases, list);', reason: cached },
];
