const longest = 60;

/** Derives a slug from a name: `Zoë Lane` becomes `zoe-lane`. Returns '' if no character in the name can be used. */
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
