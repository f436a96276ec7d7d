import { ConsoleError } from '../../domain/console/console-error.ts';
import type { ConsoleInput, ConsoleOutput } from '../../domain/console/routes.ts';
import { hasRole } from '../../domain/console/shapes.ts';
import type { SessionRecord } from '../../store/account-port.ts';
import type { Store } from '../../store/port.ts';
import { siftPhrases } from '../teaching/sift-phrases.ts';
import { draftOf } from './draft-of.ts';
import { findItem } from './persona-items.ts';
import type { createStudioVerbs } from './studio-verbs.ts';

interface TeachDeps {
  readonly store: Store;
  readonly studio: Pick<ReturnType<typeof createStudioVerbs>, 'saveItem'>;
}

/**
 * Creates the actions for learning from a conversation. Editors add a fan's words to an item in the draft, and
 * reviewers suggest words to add.
 */
export function createTeachVerbs({ store, studio }: TeachDeps) {
  return {
    /** Adds or suggests a fan's words as a phrase of an item. @throws ConsoleError `console_not_found` */
    async teach(
      { workspaceId, conversationId }: { readonly workspaceId: string; readonly conversationId: string },
      { itemId, kind, text: given }: ConsoleInput<'teachWords'>,
      by: SessionRecord,
    ): Promise<ConsoleOutput<'teachWords'>> {
      const thread = await store.thread({ workspaceId, conversationId, messages: 1 });
      if (thread === null) throw new ConsoleError('console_not_found');
      const { profileId } = thread.conversation;
      const record = await store.personaDraft({ workspaceId, profileId });
      const draft = record === null ? null : draftOf(record);
      const item = draft === null ? null : findItem(draft, itemId);
      if (record === null || draft === null || item === null || item.kind === 'phrase')
        throw new ConsoleError('console_not_found', { message: 'This fact or offer is no longer in the draft.' });
      const text = given.trim();
      const phrase = { itemId, kind, text };
      const { refused, known } = siftPhrases(draft, [phrase]);
      const [refusal] = refused;
      if (refusal !== undefined) return { outcome: 'refused', message: refusal.message };
      if (known.length > 0) return { outcome: 'known', message: null };
      if (by.role === null || !hasRole(by.role, 'editor')) {
        const phrases = [{ ...phrase, source: 'inbox' as const, conversationId }];
        await store.suggestPhrases({ workspaceId, profileId, phrases });
        return { outcome: 'suggested', message: null };
      }
      const list = kind === 'alias' ? 'aliases' : 'nearMisses';
      const { id, ...rest } = item.item;
      const taught = { ...rest, [list]: [...(item.item[list] ?? []), text] };
      // The input has the item's own fields and one more phrase, so the item's kind is unchanged.
      const input = { version: record.version, id, [item.kind]: taught, conversationId };
      await studio.saveItem({ workspaceId, profileId }, input, by);
      return { outcome: 'added', message: null };
    },
  };
}
