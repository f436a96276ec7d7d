/** The kinds of answer that a question may want and an approved text may contain. */
export const answerKinds = [
  'amount',
  'duration',
  'time',
  'place',
  'number',
  'link',
  'code',
  'percent',
  'stock',
] as const;
export type AnswerKind = (typeof answerKinds)[number];
