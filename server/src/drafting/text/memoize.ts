/** Texts longer than this are not cached: words are short, and long texts rarely repeat. */
const longestKept = 64;

/**
 * Wraps a pure function of a text so that up to `most` results are cached, because fans and creators often use the same
 * words.
 */
export function memoize<T>(answer: (text: string) => T, most = 20_000): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    const before = answers.get(text);
    if (before !== undefined || answers.has(text)) return before as T; // The value was stored in this map as a T.
    const made = answer(text);
    if (text.length > longestKept) return made;
    if (answers.size >= most) answers.clear();
    answers.set(text, made);
    return made;
  };
}
