const windowMs = 60_000;
const stepMs = 100;
const stepsPerWindow = windowMs / stepMs;

/**
 * Counts events by name over the last 60 s, in memory. Times are in milliseconds of one clock that never runs
 * backwards.
 */
export interface SlidingWindows {
  /**
   * Returns how many whole seconds must pass until one more event of `name` fits under `limit`. Returns 0 if the event
   * fits now. Counts nothing.
   */
  secondsToWait(name: string, limit: number, nowMs: number): number;
  count(name: string, nowMs: number): void;
  /** The number of remembered names. */
  readonly size: number;
}

interface Window {
  /** The time steps in which events were counted, in ascending order. The events before index `first` have expired. */
  readonly steps: number[];
  readonly counts: number[];
  first: number;
  total: number;
}

/**
 * Creates sliding windows that never allow more than the limit in any 60 s: each event counts for 60.0 to 60.1 s. A
 * name is forgotten once all its events have expired. If more than `maxNames` are active at the same time, the least
 * recently counted name is forgotten early. Its events then no longer count, so it may exceed its limit.
 */
export function createSlidingWindows({ maxNames }: { readonly maxNames: number }): SlidingWindows {
  /** The windows by name, in the order of their last events. */
  const windows = new Map<string, Window>();

  return {
    secondsToWait(name, limit, nowMs) {
      if (limit <= 0) return windowMs / 1000;
      const window = windows.get(name);
      if (window === undefined) return 0;
      dropOver(window, stepOf(nowMs));
      if (window.total < limit) return 0;
      return Math.max(1, Math.ceil((fitsAtMs(window, limit) - nowMs) / 1000));
    },

    count(name, nowMs) {
      const step = stepOf(nowMs);
      const window = windows.get(name) ?? { steps: [], counts: [], first: 0, total: 0 };
      dropOver(window, step);
      addOne(window, step);
      windows.delete(name);
      windows.set(name, window);
      forget(windows, step, maxNames);
    },

    get size() {
      return windows.size;
    },
  };
}

function stepOf(ms: number): number {
  return Math.floor(ms / stepMs);
}

function isOver(eventStep: number, nowStep: number): boolean {
  return nowStep - eventStep > stepsPerWindow;
}

function addOne(window: Window, step: number): void {
  const last = window.steps.length - 1;
  if (last >= window.first && window.steps[last] === step) {
    window.counts[last] = (window.counts[last] ?? 0) + 1;
  } else {
    window.steps.push(step);
    window.counts.push(1);
  }
  window.total += 1;
}

function dropOver(window: Window, nowStep: number): void {
  const { steps, counts } = window;
  while (window.first < steps.length && isOver(steps[window.first] ?? 0, nowStep)) {
    window.total -= counts[window.first] ?? 0;
    window.first += 1;
  }
  if (window.first >= stepsPerWindow || window.first === steps.length) {
    steps.splice(0, window.first);
    counts.splice(0, window.first);
    window.first = 0;
  }
}

/** Returns the time at which enough counted events will have expired to allow one more. */
function fitsAtMs(window: Window, limit: number): number {
  let left = window.total;
  let index = window.first;
  while (left >= limit && index < window.steps.length) {
    left -= window.counts[index] ?? 0;
    index += 1;
  }
  return ((window.steps[index - 1] ?? 0) + stepsPerWindow + 1) * stepMs;
}

function forget(windows: Map<string, Window>, nowStep: number, maxNames: number): void {
  for (const [name, window] of windows) {
    if (windows.size <= maxNames && !isOver(window.steps.at(-1) ?? 0, nowStep)) return;
    windows.delete(name);
  }
}
