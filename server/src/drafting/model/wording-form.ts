import Type, { type Static } from 'typebox';
import { agreedForm } from './agreed-form.ts';

const WordingAnswer = Type.Object(
  {
    reply: Type.String({ maxLength: 4_000 }),
    usedItems: Type.Array(Type.String({ maxLength: 120 }), { maxItems: 40 }),
    risk: Type.Enum(['safe', 'review', 'blocked'], { type: 'string' }),
  },
  { additionalProperties: false },
);

/** A reply in the words of a model. */
export type Wording = Static<typeof WordingAnswer>;
export const wordingForm = agreedForm(WordingAnswer);
