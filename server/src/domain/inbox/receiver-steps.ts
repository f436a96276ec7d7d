import type { EpochMs } from '../period.ts';
import {
  type FoundReceiver,
  isAt,
  type LinkPlace,
  type ReceiverLink,
  type ReceiverProblem,
  type ReceiverProblemCode,
  type ReceiverRecord,
  type ReceiverSecret,
} from './receiver.ts';

/** The steps of a receiver, each performed in one commit. */
export interface ReceiverSteps {
  put: { input: { record: ReceiverRecord }; answer: boolean };
  /**
   * Sets fields and secrets. Secrets that are not named stay unchanged. A replaced secret stays valid for `overlapMs`.
   */
  configure: {
    input: Pick<ReceiverRecord, 'transport' | 'isPulled' | 'fields'> & {
      readonly secrets: readonly { readonly name: string; readonly sealed: string }[];
      readonly overlapMs: number;
    };
    answer: boolean;
  };
  link: { input: Omit<ReceiverLink, 'problem'>; answer: boolean };
  /** Ends a link. If that was the last link of a receiver in the link's own workspace, the receiver is removed too. */
  unlink: { input: LinkPlace; answer: boolean };
  /**
   * Binds the account that sent a code to the connection that the code was created for. The answer is null if the code
   * is unknown or the account is already bound.
   */
  bind: { input: { readonly code: string; readonly accountId: string }; answer: ReceiverLink | null };
  /**
   * Records what a reader observed. If `token` is given, but its lease has ended or another reader has the lease,
   * nothing is recorded and the answer is false.
   */
  note: {
    input: {
      readonly token?: string;
      /** Values to merge into the receiver's `memory` by name. A null value removes the name. */
      readonly memory?: ReceiverRecord['memory'];
      readonly problem?: ReceiverProblemCode | null;
      readonly accounts?: readonly { readonly accountId: string; readonly problem: ReceiverProblemCode | null }[];
      readonly dropped?: number;
    };
    answer: boolean;
  };
  /** Takes or renews the lease on a receiver. The answer is null if another reader has the lease. */
  lease: { input: { readonly token: string; readonly leaseMs: number }; answer: FoundReceiver | null };
  release: { input: { readonly token: string }; answer: boolean };
  replaceSealed: { input: { readonly name: string; readonly sealed: string; readonly next: string }; answer: boolean };
}

export type ReceiverStepName = keyof ReceiverSteps;

export interface ReceiverMoment {
  readonly now: EpochMs;
  /**
   * The store's own time. It advances only as time passes, and does not change when the system clock is set. Leases use
   * this time.
   */
  readonly lived: EpochMs;
}

type Change<Name extends ReceiverStepName> = {
  readonly answer: ReceiverSteps[Name]['answer'];
  /** The record to store. If omitted, nothing changes. Null removes the receiver. */
  readonly next?: ReceiverRecord | null;
};

type Rules = {
  readonly [Name in ReceiverStepName]: (
    record: ReceiverRecord | null,
    input: ReceiverSteps[Name]['input'],
    at: ReceiverMoment,
  ) => Change<Name>;
};

/**
 * The maximum length of a lease, in milliseconds. A lease that ends later than this from now was based on a different
 * clock, and counts as expired.
 */
export const longestLeaseMs = 300_000;

const rules: Rules = {
  put: (record, input, { now }) =>
    record === null ? { answer: true, next: { ...input.record, createdAt: now } } : { answer: false },
  configure(record, { secrets, overlapMs, ...rest }, { now }) {
    if (record === null) return { answer: false };
    const names = new Set(secrets.map(({ name }) => name));
    const before = record.secrets.flatMap((secret): ReceiverSecret[] => {
      if (!names.has(secret.name)) return [secret];
      const isKept = overlapMs > 0 && secret.endsAt === null;
      return isKept ? [{ ...secret, endsAt: now + overlapMs }] : [];
    });
    const fresh = secrets.map((secret) => ({ ...secret, endsAt: null }));
    return { answer: true, next: { ...record, ...rest, secrets: [...fresh, ...before], problem: null } };
  },
  link(record, link) {
    if (record === null) return { answer: false };
    const others = record.links.filter((one) => !isAt(one, link));
    return { answer: true, next: { ...record, links: [...others, { ...link, problem: null }] } };
  },
  unlink(record, link) {
    if (record === null) return { answer: false };
    const links = record.links.filter((one) => !isAt(one, link));
    if (links.length === record.links.length) return { answer: false };
    const isOver = links.length === 0 && record.workspaceId === link.workspaceId;
    return { answer: true, next: isOver ? null : { ...record, links } };
  },
  bind(record, { code, accountId }) {
    const link = record?.links.find((one) => one.code === code);
    const isTaken = record?.links.some((one) => one.accountId === accountId) ?? false;
    if (record === null || link === undefined || isTaken) return { answer: null };
    const bound = { ...link, accountId, code: null };
    return { answer: bound, next: { ...record, links: record.links.map((one) => (one === link ? bound : one)) } };
  },
  note(record, { token, memory, problem, accounts = [], dropped = 0 }, { now, lived }) {
    if (record === null) return { answer: false };
    if (token !== undefined && (record.lease?.token !== token || record.lease.until < lived)) return { answer: false };
    const links = record.links.map((link) => {
      const said = accounts.findLast(({ accountId }) => accountId === link.accountId);
      return said === undefined ? link : { ...link, problem: problemAt(link.problem, said.problem, now) };
    });
    const next = {
      ...record,
      links,
      dropped: record.dropped + dropped,
      memory: withoutNulls({ ...record.memory, ...memory }),
      ...(problem !== undefined && { problem: problemAt(record.problem, problem, now) }),
    };
    return { answer: true, next };
  },
  lease(record, { token, leaseMs }, { now, lived }) {
    if (record === null) return { answer: null };
    const { lease } = record;
    const isTaken =
      lease !== null && lease.token !== token && lease.until > lived && lease.until <= lived + longestLeaseMs;
    if (isTaken) return { answer: null };
    const next = { ...record, lease: { token, until: lived + leaseMs } };
    return { answer: { ...next, now }, next };
  },
  release(record, { token }) {
    if (record?.lease?.token !== token) return { answer: false };
    return { answer: true, next: { ...record, lease: null } };
  },
  replaceSealed(record, { name, sealed, next }) {
    const isIt = (secret: ReceiverSecret): boolean => secret.name === name && secret.sealed === sealed;
    if (record === null || !record.secrets.some(isIt)) return { answer: false };
    const secrets = record.secrets.map((secret) => (isIt(secret) ? { ...secret, sealed: next } : secret));
    return { answer: true, next: { ...record, secrets } };
  },
};

/** Performs a step on a stored receiver, without side effects. */
export function carryOutReceiverStep<Name extends ReceiverStepName>(
  name: Name,
  record: ReceiverRecord | null,
  input: ReceiverSteps[Name]['input'],
  at: ReceiverMoment,
): Change<Name> {
  return rules[name](record, input, at);
}

function withoutNulls(memory: ReceiverRecord['memory']): ReceiverRecord['memory'] {
  return Object.fromEntries(Object.entries(memory).filter(([, value]) => value !== null));
}

/** Keeps the time at which a problem began for as long as the problem has the same code. */
function problemAt(
  before: ReceiverProblem | null,
  code: ReceiverProblemCode | null,
  now: EpochMs,
): ReceiverProblem | null {
  if (code === null) return null;
  return before?.code === code ? before : { code, at: now };
}
