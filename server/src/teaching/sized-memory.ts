export interface SizedMemory<Value> {
  /** The value under this name, which marks it as used. */
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
  delete(name: string): void;
  /** Approximate bytes in use. */
  usedBytes(): number;
}

/**
 * Keeps the most recently used values, up to `maxBytes` by their `sizeOf`. A value that is larger on its own is not
 * kept.
 */
export function createSizedMemory<Value>(maxBytes: number, sizeOf: (value: Value) => number): SizedMemory<Value> {
  const entries = new Map<string, { readonly value: Value; readonly bytes: number }>();
  let used = 0;

  function remove(name: string): void {
    const entry = entries.get(name);
    if (entry === undefined) return;
    used -= entry.bytes;
    entries.delete(name);
  }

  return {
    get(name) {
      const entry = entries.get(name);
      if (entry === undefined) return undefined;
      entries.delete(name);
      entries.set(name, entry);
      return entry.value;
    },
    set(name, value) {
      remove(name);
      const bytes = sizeOf(value);
      entries.set(name, { value, bytes });
      used += bytes;
      for (const oldest of entries.keys()) {
        if (used <= maxBytes) break;
        remove(oldest);
      }
    },
    delete: remove,
    usedBytes: () => used,
  };
}
