export interface RecentMap<Value> {
  /** Returns the value under this name and marks it as used. */
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
  delete(name: string): void;
  /** Returns the total size of all values. */
  used(): number;
}

/**
 * Creates a map that keeps the most recently used values: at most `most` values or, with `sizeOf`, a total size of at
 * most `most`. A value larger than `most` is not kept.
 */
export function createRecentMap<Value>(most: number, sizeOf: (value: Value) => number = () => 1): RecentMap<Value> {
  const entries = new Map<string, { readonly value: Value; readonly size: number }>();
  let used = 0;

  function remove(name: string): void {
    used -= entries.get(name)?.size ?? 0;
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
      const size = sizeOf(value);
      entries.set(name, { value, size });
      used += size;
      for (const oldest of entries.keys()) {
        if (used <= most) break;
        remove(oldest);
      }
    },
    delete: remove,
    used: () => used,
  };
}
