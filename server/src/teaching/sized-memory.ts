export interface SizedMemory<Value> {
  /** The value under this name, which counts as used by that. */
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
  delete(name: string): void;
  /** About how many bytes are taken. */
  usedBytes(): number;
}

/** Remembers what was used last, up to `maxBytes` by what `sizeOf` says of each value. What is larger by itself is not kept. */
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
