import type { PageDocument } from '../domain/page/page-document.ts';
import { printableName } from '../lib/printable.ts';

/**
 * Returns the reason why a Page in a document conflicts with the stored data, and the Page's location in the document.
 */
export function pageFault(
  path: string,
  { slug, profileId }: Pick<PageDocument, 'slug' | 'profileId'>,
  outcome: 'slug_taken' | 'profile_not_found' | 'not_found',
): string {
  return outcome === 'profile_not_found'
    ? `${path}.profileId "${printableName(profileId)}" is not a profile of this workspace`
    : `${path}.slug "${slug}" is used by a Page in another workspace; choose a different slug`;
}
