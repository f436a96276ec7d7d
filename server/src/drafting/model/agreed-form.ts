import type { Static, TSchema } from 'typebox';
import { createValidator } from '../../lib/validator.ts';

/** A form that a model's answer must have. */
export interface AgreedForm<Answer> {
  /** The form in plain JSON Schema, which every provider accepts; the service checks the limits itself. */
  readonly schema: Readonly<Record<string, unknown>>;
  /**
   * Parses an answer, even if it is in a code fence or follows the model's reasoning. Returns null if it does not match
   * the form.
   */
  read(text: string): Answer | null;
}

export function agreedForm<Schema extends TSchema>(type: Schema): AgreedForm<Static<Schema>> {
  const validate = createValidator(type);
  return {
    schema: JSON.parse(JSON.stringify(type, (key, value) => (limits.has(key) ? undefined : value))),
    read(text) {
      const judged = validate(jsonIn(text));
      return judged.ok ? judged.value : null;
    },
  };
}

const limits = new Set(['maxLength', 'maxItems']);
const longestAnswer = 40_000;

function jsonIn(text: string): unknown {
  if (text.length > longestAnswer) return undefined;
  const afterThoughts = text.split('</think>').at(-1) ?? '';
  const bare = afterThoughts
    .trim()
    .replace(/^```[a-z]*\s*/i, '')
    .replace(/\s*```$/, '');
  try {
    return JSON.parse(bare);
  } catch {
    return undefined;
  }
}
