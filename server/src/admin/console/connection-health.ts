import type { ConnectionView } from '../inboxes/connection-verbs.ts';

export interface Health {
  readonly tone: 'good' | 'caution' | 'stop' | 'info';
  readonly text: string;
}

const leastTimes = 5;
const leastQuietMs = 3_600_000;

/**
 * Describes a connection's state in a sentence. `activity` contains the times of the last messages in its
 * conversations, in epoch milliseconds; at least five are needed to compute the usual pause.
 */
export function healthOf(
  { state, mode, seesEcho, lastEventAt, problem }: ConnectionView,
  activity: readonly number[],
  now: number,
): Health {
  if (problem != null) return { tone: 'stop', text: problem.message };
  if (state === 'paused') return { tone: 'caution', text: 'Paused. Messages still arrive, but nothing is drafted.' };
  if (state === 'broken') return { tone: 'stop', text: 'Broken. No messages are arriving.' };
  if (lastEventAt === null) return { tone: 'info', text: 'Waiting for the first event.' };
  const times = quietTimes(activity, now - Date.parse(lastEventAt));
  if (times >= 3) {
    const often = times >= 10 ? 'more than ten times' : (words[Math.floor(times)] ?? 'three times');
    return {
      tone: 'caution',
      text: `Quiet for ${often} as long as usual. Check that the provider is still sending messages.`,
    };
  }
  if (mode === 'ready' && !seesEcho) {
    const text =
      "Messages are arriving, but none of the creator's own replies yet. Drafts wait for approval until one arrives.";
    return { tone: 'caution', text };
  }
  return { tone: 'good', text: 'First event received. Messages are arriving.' };
}

const words: Readonly<Record<number, string>> = {
  3: 'three times',
  4: 'four times',
  5: 'five times',
  6: 'six times',
  7: 'seven times',
  8: 'eight times',
  9: 'nine times',
};

/**
 * Returns how long the connection has been quiet, as a multiple of its usual pause. Returns 0 if the usual pause is
 * unknown, or if the connection has been quiet for less than an hour.
 */
function quietTimes(activity: readonly number[], quietMs: number): number {
  if (activity.length < leastTimes || quietMs < leastQuietMs) return 0;
  const sorted = [...activity].sort((one, other) => one - other);
  const gaps = sorted.slice(1).map((at, index) => at - (sorted[index] ?? at));
  const usual = gaps.sort((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0;
  return quietMs / Math.max(usual, leastQuietMs / 3);
}
