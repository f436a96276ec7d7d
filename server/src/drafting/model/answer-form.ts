import Type, { type Static } from 'typebox';
import { createValidator } from '../../lib/validator.ts';

/** What a model is to answer with. */
export const ModelReply = Type.Object(
  {
    reply: Type.String({ maxLength: 4_000 }),
    usedItems: Type.Array(Type.String({ maxLength: 120 }), { maxItems: 40 }),
    risk: Type.Enum(['safe', 'review', 'blocked']),
  },
  { additionalProperties: false },
);
export type ModelReply = Static<typeof ModelReply>;

/** The same in the plain JSON Schema that every provider takes: bounds are ours to check. */
export const answerSchema = {
  type: 'object',
  properties: {
    reply: { type: 'string' },
    usedItems: { type: 'array', items: { type: 'string' } },
    risk: { type: 'string', enum: ['safe', 'review', 'blocked'] },
  },
  required: ['reply', 'usedItems', 'risk'],
  additionalProperties: false,
} as const;

const longestAnswer = 40_000;
const validate = createValidator(ModelReply);

/** Reads a model's answer, also from a code fence or behind its thoughts; null when it is not in the agreed form. */
export function readAnswer(text: string): ModelReply | null {
  if (text.length > longestAnswer) return null;
  const afterThoughts = text.split('</think>').at(-1) ?? '';
  const bare = afterThoughts
    .trim()
    .replace(/^```[a-z]*\s*/i, '')
    .replace(/\s*```$/, '');
  try {
    const result = validate(JSON.parse(bare));
    return result.ok ? { ...result.value, reply: result.value.reply.trim() } : null;
  } catch {
    return null;
  }
}
