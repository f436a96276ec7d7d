/** The token of an `Authorization: Bearer …` header; null when it is of another form or missing. */
export function bearerToken(header: string | undefined): string | null {
  return /^bearer +([^\s]+) *$/i.exec(header ?? '')?.[1] ?? null;
}
