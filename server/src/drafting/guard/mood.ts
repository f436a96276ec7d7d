/**
 * Words that express the past or a mere possibility. Either one changes the meaning of a statement that the creator
 * approved as a fact in the present tense.
 */
const moods: readonly { readonly said: RegExp; readonly approved: RegExp }[] = [
  {
    said: /(?<![a-z])(?:was|were|had|came|went|used to)(?![a-z])/,
    approved:
      /(?<![a-z])(?:was|were|had|did|came|went|took|got|gave|kept|made|found|saw|[a-z]{2,}ed|beg[au]n|grew|wrote|built|sold|bought|born|left|learn(?:t|ed)|won|met|ran|since)(?![a-z])/,
  },
  {
    said: /(?<![a-z])(?:would|might|could)(?![a-z])/,
    approved: /(?<![a-z])(?:would|might|could|may|can|if)(?![a-z])/,
  },
];

/** Returns true if the clause is about the past or a possibility although the approved text is not. */
export function isOfAnotherMood(clause: string, approved: string): boolean {
  const [said, text] = [clause.toLowerCase(), approved.toLowerCase()];
  return moods.some((mood) => mood.said.test(said) && !mood.approved.test(text));
}
