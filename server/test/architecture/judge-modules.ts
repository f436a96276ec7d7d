import { layerOf, layers, owners, strangers } from './layers.ts';
import type { SourceModule } from './read-module.ts';

/** Returns one sentence for each import in the wrong direction; empty if there is none. */
export function judgeModules(modules: readonly SourceModule[]): string[] {
  return modules.flatMap((module) => [
    ...module.files.flatMap((target) => judgeArrow(module.file, target)),
    ...module.packages.flatMap((name) => judgePackage(module.file, name)),
    ...(module.file === 'main.ts' ? [] : module.oddities.map((what) => `${module.file}: ${what} (only main.ts may)`)),
  ]);
}

function judgeArrow(file: string, target: string): string[] {
  const from = layerOf(file);
  const to = layerOf(target);
  const allowed = layers[from];
  if (allowed === undefined) return [`${file}: "${from}" has no place in the table of layers`];
  if (target.startsWith('..')) return [`${file}: reaches outside server/src, to ${target}`];
  if (from !== to && !allowed.includes(to)) return [`${file}: ${from} must not import ${to} (${target})`];
  const parted = strangers.some(
    ([one, other]) => (isIn(file, one) && isIn(target, other)) || (isIn(file, other) && isIn(target, one)),
  );
  return parted ? [`${file}: must not know ${target}`] : [];
}

function judgePackage(file: string, name: string): string[] {
  const owned = Object.entries(owners).find(
    ([owner]) => name === owner || name.startsWith(owner.endsWith('/') ? owner : `${owner}/`),
  );
  if (owned === undefined || file === 'main.ts' || owned[1].some((room) => isIn(file, room))) return [];
  return [`${file}: ${name} belongs to ${owned[1].join(' and ')}`];
}

function isIn(file: string, room: string): boolean {
  return file.startsWith(`${room}/`);
}
