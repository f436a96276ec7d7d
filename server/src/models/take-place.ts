import { ModelFailure } from '../domain/language-model.ts';
import type { Leave, Places } from '../lib/turns/places.ts';

/** Waits for a slot until the deadline, a `performance.now()` timestamp. @throws ModelFailure `busy` */
export async function takePlace(places: Places, workspaceId: string, deadlineMs: number): Promise<Leave> {
  const free = places.takeNow(workspaceId);
  if (free !== null) return free;
  const late = AbortSignal.timeout(Math.max(0, Math.ceil(deadlineMs - performance.now())));
  return places.take(workspaceId, late).catch(() => {
    throw new ModelFailure('busy');
  });
}
