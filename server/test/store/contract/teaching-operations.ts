import type { NewSuggestion, TeachingStore } from '../../../src/store/teaching-port.ts';
import type { Tenant } from './tenant.ts';

type Operation = (tenant: Tenant, picks: readonly [number, number, number]) => Promise<unknown>;

const profileId = 'prof_aurora';

/** The operations of teaching, as a tenant uses them, with ids that the other tenant uses too. */
export const teachingOperations = {
  classifier: async ({ store, workspaceId }) => {
    const found = await store.classifier({ workspaceId, profileId });
    return found === null ? null : { hash: found.hash, bytes: Buffer.from(found.bytes).toString('hex') };
  },
  keepClassifier: ({ store, workspaceId, canary }, [version, profile]) =>
    store.keepClassifier({
      workspaceId,
      profileId: profile === 0 ? 'prof_nobody' : profileId,
      hash: `${canary} ${version}`,
      bytes: Buffer.from(`${canary} ${version}`),
    }),
  taughtPhrases: ({ store, workspaceId }, [which]) =>
    store.taughtPhrases({ workspaceId, profileId, ...(which < 3 ? {} : { ofFans: true }) }),
  suggestPhrases: ({ store, workspaceId, canary }, [text, conversation]) =>
    store.suggestPhrases({ workspaceId, profileId, phrases: [phrase(canary, text, conversation)] }),
  settlePhrases: ({ store, workspaceId, canary }, [text, outcome]) =>
    store.settlePhrases({
      workspaceId,
      profileId,
      phrases: [phrase(canary, text, 0), phrase('a text of both', text, 0)],
      outcome: outcome < 4 ? 'accepted' : 'rejected',
    }),
  forgetPhrases: ({ store, workspaceId }, [number]) =>
    store.forgetPhrases({ workspaceId, conversationIds: [`conv_${number}`] }),
} satisfies Record<keyof TeachingStore, Operation>;

function phrase(canary: string, text: number, conversation: number): NewSuggestion {
  const isOfFan = conversation > 2;
  return {
    itemId: 'f_ship',
    kind: text < 3 ? 'alias' : 'near_miss',
    text: `${canary} ${text}`,
    source: isOfFan ? 'inbox' : 'model',
    conversationId: isOfFan ? `conv_${conversation - 2}` : null,
  };
}
