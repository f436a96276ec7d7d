import type { SourceModule } from './read-module.ts';

/**
 * Returns the groups of modules that import one another, directly or through others. Each group is sorted. Type imports
 * count as well.
 */
export function findCircles(modules: readonly SourceModule[]): string[][] {
  const targets = new Map(modules.map(({ file, files }) => [file, files]));
  const reached = new Map(modules.map(({ file }) => [file, reachedFrom(file, targets)]));
  const circles = new Map<string, string[]>();
  for (const [file, others] of reached) {
    if (!others.has(file)) continue;
    const circle = [...others].filter((other) => reached.get(other)?.has(file) === true).sort();
    circles.set(circle.join(), circle);
  }
  return [...circles.values()];
}

function reachedFrom(file: string, targets: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set<string>();
  const next = [...(targets.get(file) ?? [])];
  for (let one = next.pop(); one !== undefined; one = next.pop()) {
    if (found.has(one)) continue;
    found.add(one);
    next.push(...(targets.get(one) ?? []));
  }
  return found;
}
