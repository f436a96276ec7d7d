import { requireClassifierSize, type TeachingStore } from '../teaching-port.ts';
import type { AccountStoreDeps } from './account-store.ts';
import { forgetPhrases } from './forget-phrases.ts';
import { readClassifier, taughtPhrases } from './teaching.ts';

/** What profiles were taught, over the thread that writes and the connection that reads. */
export function createTeachingStore(deps: Pick<AccountStoreDeps, 'thread' | 'read'>): TeachingStore {
  const { thread, read } = deps;
  return {
    classifier: (input) => read((db) => readClassifier(db, input)),
    async keepClassifier(input) {
      requireClassifierSize(input.bytes);
      await thread.write('keepClassifier', input);
    },
    taughtPhrases: (input) => read((db) => taughtPhrases(db, input)),
    suggestPhrases: (input) => thread.write('suggestPhrases', input),
    settlePhrases: (input) => thread.write('settlePhrases', input),
    forgetPhrases: (input) => forgetPhrases(deps, input),
  };
}
