import type { PersonaDraftRecord } from '../console-port.ts';
import { forgetInJson, forgetInPersona, quotedForms } from '../forget-words.ts';
import { namedPhrases } from '../named-phrases.ts';
import { maxTaughtPhrases, requireClassifierSize, type TeachingStore } from '../teaching-port.ts';
import type { Call, Database } from './database.ts';

/** Pages are small, because a change may contain a whole persona. */
const changesPerPage = 10;

export function createTeaching({ call, transaction }: Database): TeachingStore {
  return {
    classifier: async ({ workspaceId, profileId }) => {
      const found: { hash: string; bytes: string } | null = await call('read_classifier', {
        workspace: workspaceId,
        profile: profileId,
      });
      return found === null ? null : { hash: found.hash, bytes: Buffer.from(found.bytes, 'base64') };
    },
    keepClassifier: async ({ workspaceId, profileId, hash, bytes }) => {
      requireClassifierSize(bytes);
      await call('keep_classifier', {
        workspace: workspaceId,
        profile: profileId,
        hash,
        bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
      });
    },
    taughtPhrases: ({ workspaceId, profileId, ofFans = false }) =>
      call('list_taught_phrases', { workspace: workspaceId, profile: profileId, of_fans: ofFans }),
    suggestPhrases: ({ workspaceId, profileId, phrases }) =>
      call('suggest_phrases', {
        workspace: workspaceId,
        profile: profileId,
        phrases: namedPhrases(phrases),
        max: maxTaughtPhrases,
      }),
    settlePhrases: ({ workspaceId, profileId, phrases, outcome }) =>
      call('settle_phrases', {
        workspace: workspaceId,
        profile: profileId,
        phrases: namedPhrases(phrases),
        is_accepted: outcome === 'accepted',
      }),
    forgetPhrases: async ({ workspaceId, conversationIds }) => {
      const of = { workspace: workspaceId, conversations: conversationIds };
      const taught: { profileId: string; words: string[] }[] = await call('words_of_conversations', of);
      let removed = 0;
      for (const { profileId, words } of taught) {
        removed += await transaction('change', async (within) => {
          await forgetInProfile(within, { workspace: workspaceId, profile: profileId }, words);
          return within<number>('forget_phrases', { ...of, profile: profileId });
        });
      }
      return removed;
    },
  };
}

/**
 * Removes words from a profile's persona, in a transaction that locks the profile so that its persona cannot change in
 * the meantime.
 */
async function forgetInProfile(
  call: Call,
  place: { workspace: string; profile: string },
  words: readonly string[],
): Promise<void> {
  await call('hold_personas', { workspace: place.workspace, profiles: [place.profile] });
  const record: PersonaDraftRecord | null = await call('read_persona_draft', place);
  if (record === null) return;
  const left = forgetInPersona(words, record);
  if (left !== null) {
    await call('rewrite_persona', {
      ...place,
      persona: JSON.stringify(left.published),
      revision: left.publishedRevision,
      draft: left.draft === null ? null : JSON.stringify(left.draft),
      base_revision: left.baseRevision,
      unpublished: left.unpublished,
    });
  }
  let after: number | undefined = 0;
  while (after !== undefined) {
    const page: { version: number; before: string | null; after: string | null }[] = await call('changes_that_quote', {
      ...place,
      pieces: quotedForms(words),
      after,
      limit: changesPerPage,
    });
    for (const change of page) {
      const [before, rest] = [forgetInJson(words, change.before), forgetInJson(words, change.after)];
      await call('rewrite_change', { ...place, version: change.version, before, after: rest });
    }
    after = page.length < changesPerPage ? undefined : page.at(-1)?.version;
  }
}
