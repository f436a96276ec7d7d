import type { Static, TSchema } from 'typebox';
import { ServiceError } from '../lib/errors.ts';
import { createValidator } from '../lib/validator.ts';

const maxFaultsNamed = 5;

/** Creates a parser for one schema. The parser throws `invalid_request` with each invalid field and its limit. */
export function createInputParser<Schema extends TSchema>(schema: Schema): (raw: unknown) => Static<Schema> {
  const validate = createValidator(schema, { quotes: false });
  return (raw) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
      throw new ServiceError('invalid_request', { message: 'The request must be a JSON object.' });
    }
    const result = validate(raw);
    if (result.ok) return result.value;
    const named = result.faults.slice(0, maxFaultsNamed).map((fault) => fault.message);
    const more = result.faults.length - named.length;
    const message = `${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
    throw new ServiceError('invalid_request', { message });
  };
}
