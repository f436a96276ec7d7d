import { randomBytes } from 'node:crypto';
import type { KindField } from '../../domain/inbox/kinds/kind.ts';
import { type ConnectionKind, fieldsOf, kindOf, transportOf } from '../../domain/inbox/kinds/kinds.ts';
import { OperatorError } from '../../lib/errors.ts';
import { printableName } from '../../lib/printable.ts';

/** The values that a caller gives for a source of messages. */
export interface GivenSource {
  readonly transport?: string | undefined;
  /** Values that are not secret, by field name. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly secrets?: Readonly<Record<string, string>> | undefined;
}

export interface ReadSource {
  readonly transport: string;
  readonly isPulled: boolean;
  readonly fields: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * Checks the values that a caller gives for a kind of connection. If `isPartial` is true, values may be omitted.
 * @throws OperatorError that names the field, its limit and the remedy
 */
export function readSource(kind: ConnectionKind, given: GivenSource, { isPartial = false } = {}): ReadSource {
  const transport = transportOf(kind, given.transport);
  if (transport === null) {
    const names = kindOf(kind).transports.map(({ name }) => name);
    throw new OperatorError(
      `A "${kind}" connection has no transport "${printableName(given.transport ?? '')}". Choose ${names.join(' or ')}.`,
    );
  }
  const known = fieldsOf(kind, transport.name);
  const fields = readValues(kind, known, given.fields ?? {}, 'text');
  const secrets = readValues(kind, known, given.secrets ?? {}, 'secret');
  for (const { name, as, isOptional, help } of known) {
    const isMissing = fields[name] === undefined && secrets[name] === undefined;
    if (isPartial || isOptional || as === 'generated' || !isMissing) continue;
    const option = as === 'secret' ? `--secret-file ${name}=PATH` : `--set ${name}=VALUE`;
    throw new OperatorError(
      `A "${kind}" connection with the transport "${transport.name}" needs "${name}". ${help} Use ${option}.`,
    );
  }
  return { transport: transport.name, isPulled: transport.way === 'pull', fields, secrets };
}

/** Generates new values for the secrets that Understudy itself creates. */
export function generatedSecrets(kind: ConnectionKind, transport: string): Record<string, string> {
  const generated = fieldsOf(kind, transport).filter(({ as }) => as === 'generated');
  return Object.fromEntries(generated.map(({ name }) => [name, randomBytes(24).toString('base64url')]));
}

function readValues(
  kind: ConnectionKind,
  known: readonly KindField[],
  given: Readonly<Record<string, string>>,
  as: 'text' | 'secret',
): Record<string, string> {
  const values = Object.entries(given).map(([name, raw]) => {
    const field = known.find((one) => one.name === name && one.as === as);
    if (field === undefined) {
      const names = known.filter((one) => one.as === as).map((one) => one.name);
      const what = as === 'secret' ? 'secret' : 'field';
      throw new OperatorError(
        `A "${kind}" connection has no ${what} "${printableName(name)}". It has ${names.join(', ') || 'none'}.`,
      );
    }
    return [name, checkedValue(field, raw.trim())] as const;
  });
  return Object.fromEntries(values);
}

function checkedValue({ name, longest, pattern, form }: KindField, value: string): string {
  const length = [...value].length;
  if (length < 1 || length > longest)
    throw new OperatorError(`"${name}" must have 1 to ${longest} characters, but it has ${length}.`);
  const isText = value.isWellFormed() && !value.includes('\0');
  if (!isText) throw new OperatorError(`"${name}" must not contain NUL characters or lone surrogates.`);
  if (pattern !== undefined && !new RegExp(`^(?:${pattern})$`, 's').test(value))
    throw new OperatorError(
      `"${name}" must be ${form ?? 'in a different format'}. Check that you copied the whole value.`,
    );
  return value;
}
