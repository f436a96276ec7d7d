import { randomUUID } from 'node:crypto';
import type { StageEnd } from '../domain/measures.ts';
import { canonicalHash } from '../lib/canonical-json.ts';
import { ServiceError } from '../lib/errors.ts';
import type { Store } from '../store/port.ts';
import type { AdmitInput, LeaseRef, SettleResult, WriteRefusal } from '../store/write-port.ts';
import type { CapabilityCall, CapabilityResult, WriteTerms } from './capability.ts';

/**
 * Returns the data that every admission of a write needs: the identity of the write, the hash of its input, and a new
 * lease token.
 */
export function admissionOf(call: CapabilityCall<unknown>, terms: WriteTerms): AdmitInput {
  return {
    workspaceId: call.actor.workspaceId,
    idempotencyKey: call.idempotencyKey,
    inputHash: canonicalHash(call.input),
    leaseToken: randomUUID(),
    leaseMs: terms.leaseMs,
    retentionMs: terms.retentionMs,
  };
}

/**
 * Returns the stored response of a replay.
 * @throws ServiceError `idempotency_key_reused` or `idempotency_in_progress` for any other refusal
 */
export function answerRefusal(refusal: WriteRefusal): CapabilityResult {
  if (refusal.outcome === 'replay') return { json: refusal.response, isReplay: true };
  if (refusal.outcome === 'reused') throw new ServiceError('idempotency_key_reused');
  throw inProgress(refusal.retryAfterSeconds);
}

/**
 * Renews a lease repeatedly during long work, so that no other request takes over the write. The returned function
 * stops the renewals. A failed renewal is not reported: a holder that lost its lease learns this when it settles the
 * write.
 */
export function holdLease(store: Store, lease: LeaseRef, { leaseMs }: WriteTerms): () => void {
  const timer = setInterval(() => {
    store.renewLease({ ...lease, leaseMs }).catch(() => undefined);
  }, leaseMs / 3);
  return () => clearInterval(timer);
}

/**
 * The result of an admitted write: its response, a function that settles the write, and a function that is called
 * afterwards.
 */
interface FinishedWork {
  readonly json: string;
  settle(): Promise<SettleResult>;
  stored(): void;
}

/**
 * Does the work of an admitted write and settles it. If the work fails, returns the lease and the charge, and rethrows
 * the error. If the lease was lost, returns the response that the new holder stored, or throws
 * `idempotency_in_progress`.
 */
export async function finishWrite(
  { store, stageEnded }: { store: Store; stageEnded: StageEnd | undefined },
  lease: LeaseRef,
  work: () => Promise<FinishedWork>,
): Promise<CapabilityResult> {
  let settled: SettleResult;
  let done: FinishedWork;
  try {
    done = await work();
    settled = await done.settle();
    stageEnded?.('settle');
  } catch (error) {
    // A lease that cannot be released now expires by itself. The caller gets the original error.
    await store.releaseWrite(lease).catch(() => undefined);
    throw error;
  }
  if (settled.outcome === 'stored') {
    done.stored();
    return { json: done.json, isReplay: false };
  }
  if (settled.response !== null) return { json: settled.response, isReplay: true };
  throw inProgress(1);
}

function inProgress(retryAfterSeconds: number): ServiceError {
  return new ServiceError('idempotency_in_progress', { retryAfterSeconds });
}
