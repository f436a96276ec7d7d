import Type, { type Static } from 'typebox';
import { agreedForm } from './agreed-form.ts';

const CheckAnswer = Type.Object(
  {
    answers: Type.Enum(['fully', 'partly', 'no'], { type: 'string' }),
    missing: Type.String({ maxLength: 400 }),
  },
  { additionalProperties: false },
);

/** The result of a model's second look at a part of the message: whether the items answer the part. */
export type Check = Static<typeof CheckAnswer>['answers'];
export const checkForm = agreedForm(CheckAnswer);

/** A model's answers in a second look; null for a question that was not asked. */
export interface SecondLook {
  /** Whether the model's items answer the doubtful part. */
  readonly check: Check | null;
  /**
   * Whether the doubtful part is answered by the most likely item that the model left out. If the model says yes to
   * both questions, its answers do not show which item is right.
   */
  readonly rival: Check | null;
}

/** The result if the model was not asked for a second look. */
export const unlooked: SecondLook = { check: null, rival: null };
