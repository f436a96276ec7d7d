import { randomInt } from 'node:crypto';

/** The response to an unanswered question takes a multiple of this time. */
const stepMs = 250;
/** The assumed duration of a language model's reading, until one has been measured. */
const firstReadingMs = 900;
const mostKept = 64;

/**
 * Determines how long the response to an unanswered question takes, so that the duration does not reveal the reason.
 */
export interface EvenTime {
  /**
   * Returns how long a question that has taken `tookMs` so far should take in total, in milliseconds. If a model may
   * read the Page's questions, and the question was rejected before the model read it, the total is at least as long as
   * for a question that the model read recently.
   */
  totalMs(tookMs: number, question: { readonly mayBeRead: boolean; readonly wasRead: boolean }): number;
}

export function createEvenTime(): EvenTime {
  const readings: number[] = [];
  return {
    totalMs(tookMs, { mayBeRead, wasRead }) {
      if (wasRead) {
        readings.push(tookMs);
        if (readings.length > mostKept) readings.shift();
      }
      const likeRead =
        readings.length === 0 ? firstReadingMs : (readings[randomInt(readings.length)] ?? firstReadingMs);
      const leastMs = mayBeRead && !wasRead ? Math.max(tookMs, likeRead) : tookMs;
      return Math.max(1, Math.ceil(leastMs / stepMs)) * stepMs;
    },
  };
}
