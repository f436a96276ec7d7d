/**
 * Returns the token of an `Authorization: Bearer …` header, or null if the header is missing or has a different form.
 */
export function bearerToken(header: string | undefined): string | null {
  return /^bearer +([^\s]+) *$/i.exec(header ?? '')?.[1] ?? null;
}
