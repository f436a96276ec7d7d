import { createHmac, randomBytes } from 'node:crypto';
import type { EpochMs } from '../../domain/period.ts';
import type { ThreadState } from '../engine.ts';
import type { Reading } from './reading-form.ts';

/** Everything that a reading depends on. */
export interface ReadingOrigin extends ThreadState {
  readonly workspaceId: string;
  /** The model and its settings. */
  readonly model: string;
  readonly message: string;
  /**
   * The times at which the thread's messages were sent. They distinguish the thread from an earlier one that was
   * erased.
   */
  readonly sentAt: readonly (EpochMs | null)[];
  /** The prompt without its random tag. */
  readonly prompt: string;
}

export interface ReadingCache {
  /** Returns the reading with exactly this origin; null if none is cached. */
  recall(origin: ReadingOrigin): Reading | null;
  keep(origin: ReadingOrigin, reading: Reading): void;
  /** Returns the conversation ids of all cached readings, by workspace id. Removes expired readings first. */
  conversations(): ReadonlyMap<string, ReadonlySet<string>>;
  forget(workspaceId: string, conversationIds: ReadonlySet<string>): void;
  forgetAll(): void;
  size(): number;
}

const longestKeptMs = 15 * 60_000;

interface Kept {
  readonly workspaceId: string;
  readonly conversationId: string;
  readonly reading: Reading;
  readonly untilMs: number;
}

/**
 * Creates a cache that keeps the most recently used readings in memory: at most `most`, each for at most 15 minutes.
 * Readings contain no message text, only ids and positions. Everything that a reading depends on is kept only as a
 * keyed hash.
 */
export function createReadingCache(most: number, now: () => number = () => performance.now()): ReadingCache {
  const entries = new Map<string, Kept>();
  // With a random key, a hash by itself does not reveal whether a certain message was read.
  const secret = randomBytes(32);

  function nameOf(origin: ReadingOrigin): string {
    const { workspaceId, profileId, revision, conversationId, model, message, sentAt, prompt } = origin;
    const all = JSON.stringify([workspaceId, profileId, revision, conversationId, model, message, sentAt, prompt]);
    return createHmac('sha256', secret).update(all).digest('base64');
  }

  function forgetIf(isOver: (kept: Kept) => boolean): void {
    for (const [name, kept] of entries) if (isOver(kept)) entries.delete(name);
  }

  return {
    recall(origin) {
      const name = nameOf(origin);
      const kept = entries.get(name);
      if (kept === undefined) return null;
      entries.delete(name);
      if (kept.untilMs <= now()) return null;
      entries.set(name, kept);
      return kept.reading;
    },
    keep(origin, reading) {
      const { workspaceId, conversationId } = origin;
      const name = nameOf(origin);
      entries.delete(name);
      entries.set(name, { workspaceId, conversationId, reading, untilMs: now() + longestKeptMs });
      for (const oldest of entries.keys()) {
        if (entries.size <= most) break;
        entries.delete(oldest);
      }
    },
    conversations() {
      forgetIf(({ untilMs }) => untilMs <= now());
      const all = new Map<string, Set<string>>();
      for (const { workspaceId, conversationId } of entries.values())
        all.set(workspaceId, (all.get(workspaceId) ?? new Set()).add(conversationId));
      return all;
    },
    forget: (workspaceId, conversationIds) =>
      forgetIf((kept) => kept.workspaceId === workspaceId && conversationIds.has(kept.conversationId)),
    forgetAll: () => entries.clear(),
    size: () => entries.size,
  };
}
