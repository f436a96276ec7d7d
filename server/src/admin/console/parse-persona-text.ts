import { ConsoleError } from '../../domain/console/console-error.ts';
import { Persona } from '../../domain/persona.ts';
import { createValidator } from '../../lib/validator.ts';
import { parseDocument } from '../documents/parse-document.ts';

/**
 * Reads the persona in a YAML or JSON text, which is either a persona or a workspace document with the profile. Very
 * long texts take seconds.
 * @throws ConsoleError `console_input_invalid` that names each invalid place, OperatorError for a text that is neither
 * YAML nor JSON
 */
export async function parsePersonaText(text: string, profileId: string): Promise<Persona> {
  const value = personaIn(await parseDocument(Buffer.from(text), 'The text'), profileId);
  const fitting = createValidator(Persona, { subject: 'the persona' })(value);
  if (fitting.ok) return fitting.value;
  const fields = fitting.faults.map(({ path, message }) => ({ path, message }));
  throw new ConsoleError('console_input_invalid', { message: fields[0]?.message, fields });
}

function personaIn(value: unknown, profileId: string): unknown {
  const { workspaces } = Object(value);
  if (!Array.isArray(workspaces)) return value;
  const profiles = workspaces.flatMap((workspace) => Object(workspace).profiles ?? []);
  const own =
    profiles.find((profile) => Object(profile).id === profileId) ?? (profiles.length === 1 ? profiles[0] : null);
  if (own !== null) return Object(own).persona ?? {};
  throw new ConsoleError('console_input_invalid', {
    message: `The document does not contain the profile "${profileId}", and does not contain exactly one profile.`,
    fields: [{ path: 'text', message: 'does not contain this profile' }],
  });
}
