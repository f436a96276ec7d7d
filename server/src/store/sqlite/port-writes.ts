import { type WriteOperations, writeOperations } from './write-operations.ts';
import type { WriteThread } from './write-thread.ts';

/**
 * Operations of the write thread that are only a part of a store operation, or whose input differs from that of the
 * store operation.
 */
const parts = [
  'admitDraft',
  'admitHandoff',
  'askPage',
  'deleteExpired',
  'expireInboxStep',
  'expireMessages',
  'expirePagesStep',
  'expireRecords',
  'forgetConversation',
  'forgetPhrasesStep',
  'inboxStep',
  'keepClassifier',
  'receiverStep',
  'storedSecrets',
  'sweepLeases',
  'touchHealth',
  'touchKeys',
  'touchSession',
] as const satisfies readonly (keyof WriteOperations)[];

/** Operations of the store that the write thread performs without changes. */
export type PortWrites = {
  readonly [Name in Exclude<keyof WriteOperations, (typeof parts)[number]>]: (
    input: Parameters<WriteOperations[Name]>[1],
  ) => Promise<ReturnType<WriteOperations[Name]>>;
};

export function portWrites(thread: Pick<WriteThread, 'write'>): PortWrites {
  const others: ReadonlySet<string> = new Set(parts);
  const names = Object.keys(writeOperations).filter((name) => !others.has(name));
  // Each name is the name of an operation, whose input and result `PortWrites` declares.
  const write = thread.write as (name: string, input: unknown) => Promise<unknown>;
  return Object.fromEntries(names.map((name) => [name, (input: unknown) => write(name, input)])) as PortWrites;
}
