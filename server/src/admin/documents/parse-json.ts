import { OperatorError } from '../../lib/errors.ts';
import { printableName } from '../../lib/printable.ts';
import { scanJson } from './scan-json.ts';

/**
 * Parses JSON text. @throws OperatorError with line and column when the text is malformed, or when an object contains a
 * property twice
 */
export function parseJson(text: string, name: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const fault = scanJson(text).broken ?? { at: 0, message: 'not JSON' };
    throw new OperatorError(`${name} is not valid JSON: ${fault.message} at ${placeOf(text, fault.at)}.`);
  }
  const { repeated } = scanJson(text);
  if (repeated.length > 0) {
    throw new OperatorError(
      `${name} contains a property twice in one object, so one of the values would be lost.`,
      repeated.map(({ at, property }) => `"${printableName(property)}" again at ${placeOf(text, at)}`),
    );
  }
  return value;
}

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  return `line ${before.split('\n').length}, column ${at - lineStart + 1}`;
}
