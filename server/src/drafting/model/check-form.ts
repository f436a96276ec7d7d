import Type, { type Static } from 'typebox';
import { agreedForm } from './agreed-form.ts';

const CheckAnswer = Type.Object(
  {
    answers: Type.Enum(['fully', 'partly', 'no'], { type: 'string' }),
    missing: Type.String({ maxLength: 400 }),
  },
  { additionalProperties: false },
);

/** The result of a model's second look: whether the items answer a part. */
export type Check = Static<typeof CheckAnswer>['answers'];
export const checkForm = agreedForm(CheckAnswer);

/** A model's answers in a second look; null for a question that was not asked. */
export interface SecondLook {
  /** Whether the model's items answer the doubtful part. */
  readonly check: Check | null;
  /**
   * Whether the most likely item that it left out answers that part. If a model says yes to both, its answers do not
   * tell the two apart.
   */
  readonly rival: Check | null;
}

/** The result if the model was asked for no second look. */
export const unlooked: SecondLook = { check: null, rival: null };
