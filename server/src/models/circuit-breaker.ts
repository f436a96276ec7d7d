import { ModelFailure } from '../domain/language-model.ts';

const failuresToOpen = 5;
const firstWaitMs = 5_000;
const longestWaitMs = 60_000;

type State = 'closed' | 'open' | 'half-open';

export interface CircuitBreaker {
  /**
   * Lets a call start. Returns a function to which the caller reports the result. @throws ModelFailure `circuit_open`
   */
  enter(): (outcome: 'answered' | 'failed' | 'unclear') => void;
}

/**
 * Creates a circuit breaker. After five failures in a row, no call is allowed for five seconds. Then one call at a time
 * is a probe: the first answer closes the circuit, and a failure opens it for twice as long, a minute at most.
 */
export function createCircuitBreaker(options: {
  now: () => number;
  onChange: (state: State, waitMs: number) => void;
}): CircuitBreaker {
  const { now, onChange } = options;
  let state: State = 'closed';
  let failures = 0;
  let waitMs = firstWaitMs;
  let openedAt = 0;
  let isProbing = false;

  function turn(next: State): void {
    if (next === state) return;
    state = next;
    onChange(next, next === 'open' ? waitMs : 0);
  }

  function open(): void {
    openedAt = now();
    turn('open');
  }

  return {
    enter() {
      if (state === 'open' && now() - openedAt >= waitMs) turn('half-open');
      if (state === 'open' || (state === 'half-open' && isProbing)) throw new ModelFailure('circuit_open');
      const isProbe = state === 'half-open';
      isProbing = isProbe;
      return (outcome) => {
        if (isProbe) isProbing = false;
        if (outcome === 'unclear') return;
        if (outcome === 'answered') {
          failures = 0;
          // A call that started before the circuit opened says nothing about the current state.
          if (!isProbe && state !== 'closed') return;
          waitMs = firstWaitMs;
          turn('closed');
        } else if (isProbe) {
          waitMs = Math.min(waitMs * 2, longestWaitMs);
          open();
        } else {
          failures += 1;
          if (state === 'closed' && failures >= failuresToOpen) open();
        }
      };
    },
  };
}
