const longest = 60;

/** Derives a slug from a name: `Zoë Lane` becomes `zoe-lane`. Returns '' if the slug would be too short. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replaceAll(/^-+|-+$/g, '');
  return plain.length < 3 ? '' : plain;
}
