import Type, { type Static } from 'typebox';
import { createValidator } from '../../lib/validator.ts';
import { readJson } from './read-json.ts';

const Wording = Type.Object(
  {
    reply: Type.String({ maxLength: 4_000 }),
    usedItems: Type.Array(Type.String({ maxLength: 120 }), { maxItems: 40 }),
    risk: Type.Enum(['safe', 'review', 'blocked']),
  },
  { additionalProperties: false },
);
export type Wording = Static<typeof Wording>;
const validate = createValidator(Wording);

export const wordingSchema = {
  type: 'object',
  properties: {
    reply: { type: 'string' },
    usedItems: { type: 'array', items: { type: 'string' } },
    risk: { type: 'string', enum: ['safe', 'review', 'blocked'] },
  },
  required: ['reply', 'usedItems', 'risk'],
  additionalProperties: false,
} as const;

/** A reply in a model's words; null if its answer is not in the agreed form. */
export function readWording(text: string): Wording | null {
  const judged = validate(readJson(text));
  return judged.ok ? { ...judged.value, reply: judged.value.reply.trim() } : null;
}
