/** Returns the items of a list in a value of any form; none if there is no list. */
export function listAt(value: unknown, name: string): readonly unknown[] {
  const found = valueAt(value, name);
  return Array.isArray(found) ? found : [];
}

/** Returns a string in a value of any form; null if it is missing or empty. */
export function textAt(value: unknown, name: string): string | null {
  const found = valueAt(value, name);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** Returns an own property of any value; undefined if there is none. */
export function valueAt(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const found: unknown = Reflect.get(value, name);
  return found;
}
