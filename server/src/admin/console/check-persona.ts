import { ConsoleError } from '../../domain/console/console-error.ts';
import { Persona } from '../../domain/persona.ts';
import { createValidator } from '../../lib/validator.ts';
import { tooManyPhrases } from '../documents/training-phrases.ts';
import { itemsOf } from './persona-items.ts';

let validate: ReturnType<typeof createValidator<typeof Persona>> | null = null;

/**
 * Checks that a draft could be published without changes. `profile` is the name that messages use for the profile.
 * @throws ConsoleError `console_input_invalid` with the fields of the invalid item
 */
export function checkPersona(persona: Persona, profile: string): void {
  validate ??= createValidator(Persona, { subject: 'the persona' });
  const fitting = validate(persona);
  const faults = fitting.ok ? [] : fitting.faults.map(({ path, message }) => ({ path, message }));
  const seen = new Set<string>();
  for (const { kind, item } of itemsOf(persona)) {
    if (seen.has(item.id)) faults.push({ path: 'id', message: `two items have the id "${item.id}"` });
    seen.add(item.id);
    if (kind === 'phrase') continue;
    const [start, end, name] =
      kind === 'fact' ? [item.validFrom, item.validUntil, 'validUntil'] : [item.startsAt, item.endsAt, 'endsAt'];
    if (start !== undefined && end !== undefined && Date.parse(start) >= Date.parse(end)) {
      faults.push({ path: `${kind}.${name}`, message: `${name} must be later than the start` });
    }
  }
  const tooMany = tooManyPhrases(persona);
  if (tooMany !== null) faults.push({ path: 'aliases', message: `The profile "${profile}" ${tooMany}.` });
  if (faults.length > 0)
    throw new ConsoleError('console_input_invalid', { message: faults[0]?.message, fields: faults });
}
