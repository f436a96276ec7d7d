import { contactPlace } from '../../domain/page/contact-place.ts';
import type { Sealer } from '../../lib/sealing.ts';
import type { Store } from '../../store/port.ts';

/**
 * Reads the contact details that a visitor to a Page left. Resolves to null if the visitor left none, or if they were
 * removed.
 */
export async function visitorContact(
  {
    store,
    sealer,
  }: { readonly store: Pick<Store, 'leftContacts' | 'listPages'>; readonly sealer: Pick<Sealer, 'open'> },
  { workspaceId, conversationId }: { readonly workspaceId: string; readonly conversationId: string },
): Promise<string | null> {
  const left = await store.leftContacts({ workspaceId });
  const sealed = left.findLast((each) => each.conversationId === conversationId)?.contact;
  if (sealed === undefined) return null;
  for (const { slug } of (await store.listPages({ workspaceId })) ?? []) {
    const contact = sealer.open(sealed, contactPlace(workspaceId, slug));
    if (contact !== null) return contact;
  }
  return null;
}
