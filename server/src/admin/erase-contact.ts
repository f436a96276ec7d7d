import { comparableHandle } from '../domain/contact-handle.ts';
import { contactPlace } from '../domain/page/contact-place.ts';
import { OperatorError, reportOutage } from '../lib/errors.ts';
import { printableName } from '../lib/printable.ts';
import type { Store } from '../store/port.ts';
import type { ContactConversation, Forgotten } from '../store/retention-port.ts';
import { requireWorkspace } from './require-workspace.ts';

export interface Erasure {
  readonly conversations: readonly ContactConversation[];
  /** Null on a dry run. */
  readonly removed: (Forgotten & { readonly phrases: number }) | null;
  /** A description of how the store's files were cleaned; null on a dry run. */
  readonly files: string | null;
}

/**
 * Erases a contact's conversations with all related data, and all training phrases from these conversations. This
 * includes the conversations of a visitor who left this contact on a Page. Then removes the erased data from the
 * store's files. Can be repeated: a later run completes an interrupted one, and cleans the files even if nothing is
 * left.
 * @throws OperatorError when nothing is found, StoreUnavailable
 */
export async function eraseContact(
  store: Store,
  input: { workspaceId: string; contact: string | null; conversationIds: readonly string[]; dryRun: boolean },
  openContact: (sealed: string, place: string) => string | null = () => null,
): Promise<Erasure> {
  const { workspaceId, contact, dryRun } = input;
  const handle = contact === null ? null : comparableHandle(contact);
  if (handle === '') throw new OperatorError('--contact is empty. Specify a handle, such as @maya.');
  if (handle === null && input.conversationIds.length === 0) {
    throw new OperatorError('Specify the person with --contact HANDLE or --conversation ID.');
  }
  await requireWorkspace(store, workspaceId);
  const left = handle === null ? [] : await leftBy(store, workspaceId, handle, openContact);
  const conversationIds = [...new Set([...input.conversationIds, ...left])];
  const conversations = await store.contactConversations({ workspaceId, handle, conversationIds });
  if (dryRun) {
    if (conversations.length === 0) throw nobody(input);
    return { conversations, removed: null, files: null };
  }
  const ids = conversations.map(({ conversationId }) => conversationId);
  // Training phrases may outlive their conversation.
  const teaching = { workspaceId, conversationIds: [...new Set([...ids, ...conversationIds])] };
  const phrases = await store.forgetPhrases(teaching);
  const gone = await store.forgetConversations({ workspaceId, conversationIds: ids });
  // An unparsable payload does not identify a person, but may contain this person's words.
  const payloads = await store.forgetPayloads({ workspaceId });
  // Removes phrases again, because a conversation may produce new ones until it is removed.
  const removed = { ...gone, phrases: phrases + (await store.forgetPhrases(teaching)) };
  const files = await store
    .scrub()
    .catch(
      reportOutage(
        (reason) =>
          `The conversations (${removed.conversations}) and their messages (${removed.messages}) were removed, but traces of them remain in the store's files: ${reason}. Fix this, then run the same command again. It cleans the files even if it no longer finds the person.`,
      ),
    );
  if (conversations.length === 0 && removed.phrases === 0 && payloads === 0) throw nobody(input);
  return { conversations, removed, files };
}

function nobody({
  workspaceId,
  contact,
  dryRun,
}: {
  workspaceId: string;
  contact: string | null;
  dryRun: boolean;
}): OperatorError {
  const whom = contact === null ? 'with these ids' : `of a contact "${printableName(contact)}"`;
  const rest = dryRun ? '' : ' Data that was removed earlier was also cleaned from the files.';
  return new OperatorError(
    `Workspace "${workspaceId}" has no conversation ${whom}. "understudy conversations list --workspace ${workspaceId}" lists all conversations.${rest}`,
  );
}

/** Finds the conversations of Page visitors who left this contact. */
async function leftBy(
  store: Store,
  workspaceId: string,
  handle: string,
  openContact: (sealed: string, place: string) => string | null,
): Promise<string[]> {
  const contacts = await store.leftContacts({ workspaceId });
  return contacts.flatMap(({ conversationId, contact, slug }) => {
    const text = openContact(contact, contactPlace(workspaceId, slug));
    return text !== null && comparableHandle(text) === handle ? [conversationId] : [];
  });
}
