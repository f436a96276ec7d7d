const longestAnswer = 40_000;

/** The JSON of a model's answer, also from a code fence or after its reasoning; undefined if there is none. */
export function readJson(text: string): unknown {
  if (text.length > longestAnswer) return undefined;
  const afterThoughts = text.split('</think>').at(-1) ?? '';
  const bare = afterThoughts
    .trim()
    .replace(/^```[a-z]*\s*/i, '')
    .replace(/\s*```$/, '');
  try {
    return JSON.parse(bare);
  } catch {
    return undefined;
  }
}
