/**
 * Resolves to the promise's result if the promise settles within `ms` and before `gone` is aborted, otherwise to null.
 * The work behind the promise continues in either case.
 */
export async function waitFor<Result>(
  promise: Promise<Result>,
  ms: number,
  gone?: AbortSignal,
): Promise<Result | null> {
  if (gone?.aborted === true) return null;
  let giveUp = () => {};
  const left = new Promise<null>((resolve) => {
    giveUp = () => resolve(null);
  });
  const timer = setTimeout(giveUp, ms);
  gone?.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([promise, left]);
  } finally {
    clearTimeout(timer);
    gone?.removeEventListener('abort', giveUp);
  }
}
