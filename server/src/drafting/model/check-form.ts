import Type, { type Static } from 'typebox';
import { createValidator } from '../../lib/validator.ts';
import { readJson } from './read-json.ts';

const CheckAnswer = Type.Object(
  { answers: Type.Enum(['fully', 'partly', 'no']), missing: Type.String({ maxLength: 400 }) },
  { additionalProperties: false },
);
export type Check = Static<typeof CheckAnswer>['answers'];

/** A model's answers in a second look; null for a question that was not asked. */
export interface SecondLook {
  /** Whether its items answer the doubtful part. */
  readonly check: Check | null;
  /**
   * Whether the most likely item that it left out answers that part. If a model says yes to both, its answers
   * distinguish nothing.
   */
  readonly rival: Check | null;
}

/** No second look was needed. */
export const unlooked: SecondLook = { check: null, rival: null };

const validate = createValidator(CheckAnswer);

export const checkSchema = {
  type: 'object',
  properties: { answers: { type: 'string', enum: ['fully', 'partly', 'no'] }, missing: { type: 'string' } },
  required: ['answers', 'missing'],
  additionalProperties: false,
} as const;

/** Whether the items answer a part, by a model's second look; null if its answer is not in the agreed form. */
export function readCheck(text: string): Check | null {
  const judged = validate(readJson(text));
  return judged.ok ? judged.value.answers : null;
}
