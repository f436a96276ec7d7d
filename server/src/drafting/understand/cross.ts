/** Every beginning followed by every ending, as patterns. */
export function cross(beginnings: readonly string[], endings: readonly string[]): string[] {
  return beginnings.flatMap((beginning) => endings.map((ending) => `${beginning} ${ending}`));
}
