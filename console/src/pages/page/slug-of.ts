const longest = 60;

/** An address made from a name: `Zoë Lane` becomes `zoe-lane`. Empty if no character of the name can be used. */
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
