/** Where a visitor's contact belongs: sealed for this place, it opens nowhere else. */
export function contactPlace(workspaceId: string, slug: string): string {
  return `${workspaceId}|${slug}|contact`;
}
