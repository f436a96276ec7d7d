import type { TSchema } from 'typebox';
import type { Fault } from './validation-fault.ts';

export interface Trimmed {
  /** The value itself if it is within the limits; otherwise a copy without the excess. */
  readonly value: unknown;
  /** One fault for each array with too many items. */
  readonly faults: readonly Fault[];
  /** The number of unknown properties that were removed. Each removed property counts as a fault. */
  readonly cut: number;
}

interface Found {
  readonly faults: Fault[];
  cut: number;
}
type Trim = (value: unknown, path: string, found: Found) => unknown;

/**
 * Returns a function that cuts a value to the sizes that a schema allows. Call it before validation, so that thousands
 * of invalid items cost no more than a valid value. Arrays are truncated to `maxItems`, and closed objects keep at most
 * `maxUnknown` unknown properties.
 */
export function createTrimmer(schema: TSchema, subject: string, maxUnknown: number): (value: unknown) => Trimmed {
  const trim = trimOf(schema, subject, maxUnknown);
  return (value) => {
    const found: Found = { faults: [], cut: 0 };
    return { value: trim === null ? value : trim(value, '', found), ...found };
  };
}

/**
 * Returns a schema's trim function, or null if the schema limits nothing. Does not look inside `anyOf` and similar
 * keywords.
 */
function trimOf(schema: unknown, subject: string, maxUnknown: number): Trim | null {
  if (!isRecord(schema)) return null;
  if (schema['type'] === 'array') {
    const max = typeof schema['maxItems'] === 'number' ? schema['maxItems'] : Number.POSITIVE_INFINITY;
    return trimArray(max, trimOf(schema['items'], subject, maxUnknown), subject);
  }
  const { properties } = schema;
  if (!isRecord(properties)) return null;
  const trims = Object.entries(properties).flatMap(([name, child]): [string, Trim][] => {
    const trim = trimOf(child, subject, maxUnknown);
    return trim === null ? [] : [[name, trim]];
  });
  const isClosed = schema['additionalProperties'] === false;
  return isClosed || trims.length > 0 ? trimObject(isClosed ? properties : null, trims, maxUnknown) : null;
}

function trimArray(max: number, trimItem: Trim | null, subject: string): Trim | null {
  if (max === Number.POSITIVE_INFINITY && trimItem === null) return null;
  return (value, path, found) => {
    if (!Array.isArray(value)) return value;
    const isOver = value.length > max;
    if (isOver) {
      const message = `${path === '' ? subject : path} must have at most ${max} items; it has ${value.length}`;
      found.faults.push({ path, message });
    }
    const items: unknown[] = isOver ? value.slice(0, max) : value;
    if (trimItem === null) return items;
    const trimmed = items.map((item, index) => trimItem(item, `${path}[${index}]`, found));
    return trimmed.every((item, index) => item === items[index]) ? items : trimmed;
  };
}

function trimObject(
  known: Readonly<Record<string, unknown>> | null,
  trims: readonly (readonly [string, Trim])[],
  maxUnknown: number,
): Trim {
  const mostNames = known === null ? Number.POSITIVE_INFINITY : Object.keys(known).length + maxUnknown;
  return (value, path, found) => {
    if (!isRecord(value) || Array.isArray(value)) return value;
    const names = Object.keys(value);
    const changed = new Map<string, unknown>();
    for (const [name, trim] of trims) {
      if (!Object.hasOwn(value, name)) continue;
      const child = trim(value[name], path === '' ? name : `${path}.${name}`, found);
      if (child !== value[name]) changed.set(name, child);
    }
    const isOver = names.length > mostNames;
    if (!isOver && changed.size === 0) return value;
    let unknown = 0;
    const kept = names.filter((name) => {
      if (!isOver || (known !== null && Object.hasOwn(known, name))) return true;
      unknown += 1;
      return unknown <= maxUnknown;
    });
    found.cut += names.length - kept.length;
    return Object.fromEntries(kept.map((name) => [name, changed.has(name) ? changed.get(name) : value[name]]));
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
