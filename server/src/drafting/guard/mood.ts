/** What was, and what only may be: said of what the creator approved as being so, either changes it. */
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

/** True when the clause speaks of the past, or of what might be, and the approved text does not. */
export function isOfAnotherMood(clause: string, approved: string): boolean {
  const [said, text] = [clause.toLowerCase(), approved.toLowerCase()];
  return moods.some((mood) => mood.said.test(said) && !mood.approved.test(text));
}
