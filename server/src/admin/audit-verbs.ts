import { auditHashOf, personalHashOf } from '../domain/audit-hash.ts';
import { OperatorError } from '../lib/errors.ts';
import type { AuditChain, AuditRecord } from '../store/audit-port.ts';
import type { Store } from '../store/port.ts';
import { isoTime } from './iso-time.ts';

const pageSize = 500;

export interface AuditEntryView {
  /** `*` for the installation's own entries. */
  readonly workspace: string;
  readonly sequence: number;
  readonly at: string;
  readonly action: string;
  readonly actor: { readonly kind: string; readonly id: string | null; readonly name: string | null };
  readonly object: { readonly kind: string; readonly id: string } | null;
  readonly surface: string;
  readonly address: string | null;
  readonly conversation: string | null;
  readonly isErased: boolean;
  readonly hash: string;
}

export interface ChainReport {
  readonly workspace: string;
  readonly entries: number;
  readonly erased: number;
  /** The value to record outside this installation: `SEQUENCE:HASH` of the newest entry. */
  readonly head: string;
  /** Every fault names the faulty entry. */
  readonly faults: readonly string[];
}

type AuditReader = Pick<Store, 'auditEntries' | 'auditChains'>;

/** Creates the actions that read, export and verify the audit log. */
export function createAuditVerbs({ store }: { store: AuditReader }) {
  async function chains(workspaceId: string | null): Promise<AuditChain[]> {
    const all = await store.auditChains();
    return all.filter((chain) => workspaceId === null || chain.workspaceId === workspaceId);
  }

  /** Yields every entry of one chain, oldest first. */
  async function* entriesOf(workspaceId: string, from = 0): AsyncGenerator<AuditRecord> {
    let after = from;
    for (;;) {
      const page = await store.auditEntries({ workspaceId, after, limit: pageSize });
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < pageSize) return;
      after = last.sequence;
    }
  }

  return {
    /** Lists the newest entries of one chain, or of all chains together, newest first. */
    async list(input: { workspaceId: string | null; limit: number }): Promise<AuditEntryView[]> {
      const found: AuditEntryView[] = [];
      for (const { workspaceId, lastSequence } of await chains(input.workspaceId)) {
        const after = Math.max(0, lastSequence - input.limit);
        for await (const entry of entriesOf(workspaceId, after)) found.push(viewOf(entry));
      }
      return found.sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, input.limit);
    },

    /** Yields every entry as stored, oldest first within each chain, so that an export can be verified separately. */
    async *export(workspaceId: string | null): AsyncGenerator<AuditRecord> {
      for (const chain of await chains(workspaceId)) yield* entriesOf(chain.workspaceId);
    },

    /**
     * Finds entries that were changed, are missing or are out of order. `expected` is a head that was recorded earlier.
     * With `expected`, the check also finds a chain that was truncated or completely rewritten.
     * @throws OperatorError when `expected` is given without a workspace
     */
    async verify(input: { workspaceId: string | null; expected: string | null }): Promise<ChainReport[]> {
      if (input.expected !== null && input.workspaceId === null) {
        throw new OperatorError(
          '--expect requires --workspace ID, or --workspace "*" for the installation\'s own chain.',
        );
      }
      const reports: ChainReport[] = [];
      for (const chain of await chains(input.workspaceId)) {
        reports.push(await verifyChain(chain, entriesOf(chain.workspaceId), input.expected));
      }
      if (reports.length === 0 && input.expected !== null) {
        reports.push({
          workspace: input.workspaceId ?? '',
          entries: 0,
          erased: 0,
          head: '0:',
          faults: ['the whole chain is missing'],
        });
      }
      return reports;
    },
  };
}

async function verifyChain(
  chain: AuditChain,
  entries: AsyncIterable<AuditRecord>,
  expected: string | null,
): Promise<ChainReport> {
  const faults: string[] = [];
  const [wantedSequence, wantedHash] = (expected ?? '').split(':');
  let [next, previous, count, erased] = [chain.firstSequence, chain.anchor, 0, 0];
  let isExpectedFound = expected === null || Number(wantedSequence) < chain.firstSequence;
  for await (const entry of entries) {
    count += 1;
    if (entry.sequence !== next) {
      const missing = entry.sequence - next;
      if (entry.sequence < next) faults.push(`entry ${entry.sequence} precedes the beginning of the chain`);
      else faults.push(`entry ${next} is missing${missing > 1 ? `, and ${missing - 1} after it` : ''}`);
    } else if (auditHashOf(previous, entry) !== entry.hash) {
      faults.push(`entry ${entry.sequence} was changed or moved`);
    }
    if (entry.personal === null) erased += 1;
    else if (entry.salt === null || personalHashOf(entry.salt, entry.personal) !== entry.personalHash) {
      faults.push(`the names in entry ${entry.sequence} were changed`);
    }
    if (String(entry.sequence) === wantedSequence) isExpectedFound = entry.hash === wantedHash;
    next = entry.sequence + 1;
    previous = entry.hash;
  }
  if (next !== chain.lastSequence + 1) faults.push(`the newest entries, up to ${chain.lastSequence}, are missing`);
  else if (previous !== chain.lastHash) faults.push(`entry ${chain.lastSequence} is not the newest entry`);
  if (!isExpectedFound) faults.push(`the chain does not match the recorded head ${expected}`);
  return {
    workspace: chain.workspaceId,
    entries: count,
    erased,
    head: `${chain.lastSequence}:${chain.lastHash}`,
    faults,
  };
}

/**
 * Returns an entry's public view. @throws SyntaxError for an entry whose text was replaced with something other than
 * JSON
 */
function viewOf({ workspaceId, sequence, at, body, personal, hash }: AuditRecord): AuditEntryView {
  const { action, actor, object, surface } = JSON.parse(body);
  const { name = null, address = null, conversationId = null } = personal === null ? {} : JSON.parse(personal);
  return {
    workspace: workspaceId,
    sequence,
    at: isoTime(at),
    action,
    actor: { ...actor, name },
    object,
    surface,
    address,
    conversation: conversationId,
    isErased: personal === null,
    hash,
  };
}
