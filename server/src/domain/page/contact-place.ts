/** The place that a visitor's contact is bound to; it cannot be opened anywhere else. */
export function contactPlace(workspaceId: string, slug: string): string {
  return `${workspaceId}|${slug}|contact`;
}
