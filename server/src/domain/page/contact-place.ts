/**
 * Returns the place that a visitor's contact details are bound to. The contact details cannot be unsealed for any other
 * place.
 */
export function contactPlace(workspaceId: string, slug: string): string {
  return `${workspaceId}|${slug}|contact`;
}
