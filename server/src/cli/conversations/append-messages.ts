import { setTimeout as delay } from 'node:timers/promises';
import { createConversationVerbs } from '../../admin/conversation-verbs.ts';
import { createFeedReader } from '../../admin/feed-line.ts';
import { requireWorkspace } from '../../admin/require-workspace.ts';
import { OperatorError, StoreUnavailable } from '../../lib/errors.ts';
import { readLines } from '../../lib/read-lines.ts';
import type { AppendedMessage, AppendOutcome } from '../../store/workspace-port.ts';
import type { Cli, OfWorkspace } from '../define.ts';
import { onInterrupt } from '../on-interrupt.ts';
import { exitCodes } from '../terminal.ts';
import { withStore } from '../with-store.ts';

const batchSize = 200;
const idleMs = 200;
/**
 * Enough for the longest message body when each of its characters has the longest JSON encoding, plus the other fields.
 */
const maxLineBytes = 256 * 1_024;
/** How long a feed waits for an unavailable store before it ends. */
const patienceMs = 30_000;

type Outcome = AppendOutcome | 'invalid';

/** One line of the input. A valid message is appended with its batch; an invalid line is only reported. */
interface Entry {
  readonly line: number;
  readonly message: AppendedMessage | null;
  readonly faults: readonly string[];
}

/**
 * Appends the messages from standard input to conversations until the input ends or the operator interrupts. Resolves
 * to the exit code.
 */
export function appendMessages(cli: Cli, options: OfWorkspace): Promise<number> {
  const { printer } = cli;
  const workspaceId = options.workspace;
  const counts = new Map<Outcome, number>();

  const answer = async (entry: Entry, outcome: Outcome): Promise<void> => {
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    const isTaken = outcome === 'appended' || outcome === 'duplicate';
    if (options.json) {
      const { line, message, faults } = entry;
      const told = { line, ...(message === null ? {} : { conversationId: message.conversationId }), outcome };
      await printer.write(`${JSON.stringify(outcome === 'invalid' ? { ...told, faults } : told)}\n`);
    } else if (!isTaken) {
      printer.note(
        `line ${entry.line}: ${outcome === 'invalid' ? entry.faults.join('; ') : outcome.replaceAll('_', ' ')}`,
      );
    }
  };

  return withStore(cli, async (store) => {
    await requireWorkspace(store, workspaceId);
    const { append } = createConversationVerbs({ store });
    const read = createFeedReader();
    let batch: Entry[] = [];
    let flushing: Promise<void> = Promise.resolve();
    let timer: NodeJS.Timeout | null = null;

    const flush = (): Promise<void> => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      const entries = batch;
      batch = [];
      flushing = flushing.then(async () => {
        const messages = entries.flatMap(({ message }) => (message === null ? [] : [message]));
        const outcomes = messages.length === 0 ? [] : await withPatience(() => append({ workspaceId, messages }));
        let next = 0;
        for (const entry of entries)
          await answer(entry, entry.message === null ? 'invalid' : (outcomes[next++] ?? 'invalid'));
      });
      return flushing;
    };

    let isInterrupted = false;
    const stopListening = onInterrupt(() => {
      isInterrupted = true;
      cli.stdin.destroy();
    });
    try {
      for await (const lines of readLines(cli.stdin, maxLineBytes)) {
        for (const { number, bytes } of lines) {
          const line = bytes === null ? tooLong : read(bytes);
          batch.push(
            line.ok
              ? { line: number, message: line.message, faults: [] }
              : { line: number, message: null, faults: line.faults },
          );
          if (batch.length >= batchSize) await flush();
        }
        // If this flush fails, the input is closed, and the error is rethrown below.
        if (batch.length > 0 && timer === null)
          timer = setTimeout(() => void flush().catch(() => cli.stdin.destroy()), idleMs);
      }
    } catch (error) {
      if (!isInterrupted) await flushing.then(() => Promise.reject(error));
    } finally {
      await flush().finally(stopListening);
    }

    const count = (outcome: Outcome): number => counts.get(outcome) ?? 0;
    const refused = count('invalid') + count('conversation_not_found') + count('profile_not_found');
    if (!options.json) {
      const mark = refused === 0 ? printer.colours.green('✓') : printer.colours.yellow('!');
      printer.line(`${mark} ${count('appended')} appended, ${count('duplicate')} already known, ${refused} refused.`);
    }
    if (isInterrupted) return exitCodes.interrupted;
    return refused === 0 ? exitCodes.done : exitCodes.fault;
  });
}

const tooLong = { ok: false, faults: [`the line is larger than ${maxLineBytes / 1_024} KiB`] } as const;

/**
 * Runs a batch, and retries it while the store is unavailable. Retries are safe, because the store ignores duplicate
 * messages. @throws OperatorError if the store stays unavailable for `patienceMs`
 */
async function withPatience<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (let waitMs = 100; ; waitMs = Math.min(2_000, waitMs * 2)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      if (performance.now() + waitMs > deadline) {
        throw new OperatorError(
          `The store could not be used for ${patienceMs / 1_000} s: ${error.reason}. Unacknowledged messages may have been stored. Retry; duplicates are ignored.`,
        );
      }
      await delay(waitMs);
    }
  }
}
