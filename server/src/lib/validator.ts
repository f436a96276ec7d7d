import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Static, TSchema } from 'typebox';
import { printableName, strictName } from './printable.ts';
import { createTrimmer } from './trim-oversize.ts';
import { findUnusableText } from './unusable-text.ts';
import { type Fault, faultOf, pathOf } from './validation-fault.ts';

export type { Fault } from './validation-fault.ts';

export type Validation<T> =
  | { readonly ok: true; readonly value: T }
  /** The first faults, at most `maxFaults`. `total` counts all faults. */
  | { readonly ok: false; readonly faults: readonly Fault[]; readonly total: number };

export interface ValidatorOptions {
  /** The value's name in messages: "the body must be an object". Default: `the body`. */
  readonly subject?: string;
  /** The maximum number of listed faults. Default: 20. */
  readonly maxFaults?: number;
  /** Whether messages quote the numbers and the unusual property names that were found. Default: true. */
  readonly quotes?: boolean;
}

/**
 * Compiles a schema into a function that validates a value without changing it: nothing is coerced, removed or
 * defaulted. String lengths are counted in Unicode code points. The following are also faults: a NUL or a lone
 * surrogate in any string or property name, a property named `__proto__`, and nesting deeper than 64 levels. Each fault
 * names its place and the bound, but never quotes the text that was found there.
 */
export function createValidator<T extends TSchema>(
  schema: T,
  options: ValidatorOptions = {},
): (value: unknown) => Validation<Static<T>> {
  const subject = options.subject ?? 'the body';
  const maxFaults = options.maxFaults ?? 20;
  const quotes = options.quotes ?? true;
  const wording = { subject, quotes, nameOf: quotes ? printableName : strictName };
  const trim = createTrimmer(schema, subject, maxFaults);
  const fits = createAjv().compile(schema);

  return (value) => {
    const trimmed = trim(value);
    const isFitting = fits(trimmed.value);
    const errors = isFitting ? [] : (fits.errors ?? []).filter((error) => error.keyword !== 'if');
    fits.errors = null;
    const known = new Set(errors.map((error) => pathOf(error, wording)));
    const unusable = findUnusableText(trimmed.value, wording, maxFaults).filter((fault) => !known.has(fault.path));
    const total = trimmed.faults.length + trimmed.cut + errors.length + unusable.length;
    // Static<T> is the schema's type, and the value has just been validated against that schema.
    if (total === 0) return { ok: true, value: value as Static<T> };
    const worded = errors.slice(0, maxFaults).map((error) => faultOf(error, wording));
    return { ok: false, faults: [...trimmed.faults, ...worded, ...unusable].slice(0, maxFaults), total };
  };
}

let shared: Ajv2020 | null = null;

function createAjv(): Ajv2020 {
  if (shared !== null) return shared;
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, verbose: true, addUsedSchema: false });
  formats.default(ajv, ['date', 'date-time', 'uri', 'email']);
  const isDateTime = formats.default.get('date-time');
  // JavaScript cannot parse RFC 3339 leap seconds, or the space that some implementations allow in place of the "T".
  ajv.addFormat('date-time', {
    type: 'string',
    validate: (text: string) => text[10] === 'T' && passes(isDateTime, text) && Number.isFinite(Date.parse(text)),
  });
  shared = ajv;
  return ajv;
}

function passes(format: unknown, text: string): boolean {
  if (format instanceof RegExp) return format.test(text);
  if (typeof format === 'function') return format(text) === true;
  if (typeof format === 'object' && format !== null && 'validate' in format) return passes(format.validate, text);
  return true;
}
