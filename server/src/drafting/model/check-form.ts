import Type, { type Static } from 'typebox';
import { createValidator } from '../../lib/validator.ts';
import { readJson } from './read-json.ts';

const CheckAnswer = Type.Object(
  { answers: Type.Enum(['fully', 'partly', 'no']), missing: Type.String({ maxLength: 400 }) },
  { additionalProperties: false },
);
export type Check = Static<typeof CheckAnswer>['answers'];

/** What a model said on a second look; null where it was not asked. */
export interface SecondLook {
  /** Whether its items answer the doubtful part. */
  readonly check: Check | null;
  /** Whether the likeliest item that it left out answers that part. A model that says so of both tells nothing apart. */
  readonly rival: Check | null;
}

/** No second look was asked for. */
export const unlooked: SecondLook = { check: null, rival: null };

const validate = createValidator(CheckAnswer);

export const checkSchema = {
  type: 'object',
  properties: { answers: { type: 'string', enum: ['fully', 'partly', 'no'] }, missing: { type: 'string' } },
  required: ['answers', 'missing'],
  additionalProperties: false,
} as const;

/** Whether the items answer a part, by a model's second look; null when its answer is not in the agreed form. */
export function readCheck(text: string): Check | null {
  const judged = validate(readJson(text));
  return judged.ok ? judged.value.answers : null;
}
