/**
 * Combines reads of the same name. Callers that ask for a name while it is being read share the next read. That read
 * begins after all of these callers asked, so each caller sees everything that was committed before its own call.
 */
export function shareReads<Result>(read: (name: string) => Promise<Result>): (name: string) => Promise<Result> {
  const inProgress = new Map<string, Promise<Result>>();
  const next = new Map<string, Promise<Result>>();

  function begin(name: string): Promise<Result> {
    const reading = read(name).finally(() => {
      if (inProgress.get(name) === reading) inProgress.delete(name);
    });
    inProgress.set(name, reading);
    return reading;
  }

  async function afterThat(earlier: Promise<Result>, name: string): Promise<Result> {
    await earlier.catch(() => undefined);
    next.delete(name);
    return begin(name);
  }

  return (name) => {
    const waiting = next.get(name);
    if (waiting !== undefined) return waiting;
    const earlier = inProgress.get(name);
    if (earlier === undefined) return begin(name);
    const shared = afterThat(earlier, name);
    next.set(name, shared);
    return shared;
  };
}
