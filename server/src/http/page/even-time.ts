import { randomInt } from 'node:crypto';

/** A question that is not answered takes at least this long, and a multiple of it. */
const stepMs = 250;
/** What a reading of a language model is taken to last before one was seen. */
const firstReadingMs = 900;
const mostKept = 64;

/** How long questions take that are not answered, so that the time does not reveal the reason. */
export interface EvenTime {
  /**
   * The time that a question which took `tookMs` so far takes altogether. Where a model may read the Page's questions, one
   * that it did not read, because it was refused before, takes as long as one that it read lately.
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
