/** Longer texts are not kept: words are short, and what is long is seldom said again. */
const longestKept = 64;

/**
 * The same function of a text, which must be pure, with its answers remembered, up to `most` of them: fans and creators use
 * the same words again and again.
 */
export function remembered<T>(answer: (text: string) => T, most = 20_000): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    const before = answers.get(text);
    if (before !== undefined || answers.has(text)) return before as T; // what is there was put there as a T
    const made = answer(text);
    if (text.length > longestKept) return made;
    if (answers.size >= most) answers.clear();
    answers.set(text, made);
    return made;
  };
}
