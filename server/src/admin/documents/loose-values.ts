/** The items of a list in a value of any form; empty if there is no list. */
export function listAt(value: unknown, name: string): readonly unknown[] {
  const found = valueAt(value, name);
  return Array.isArray(found) ? found : [];
}

/** A text that is present and not empty, otherwise null. */
export function textAt(value: unknown, name: string): string | null {
  const found = valueAt(value, name);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** An own property of any value; undefined if there is none. */
export function valueAt(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const found: unknown = Reflect.get(value, name);
  return found;
}
