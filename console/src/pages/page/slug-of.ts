const longest = 60;

/** An address that fits a name: `Zoë Lane` becomes `zoe-lane`. Empty where nothing of the name fits. */
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
