import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../support/world.ts';
import { readAnswers } from './read-answers.ts';

export interface RawOptions {
  /**
   * The number of final answers to wait for before closing. If the service closes the connection, the exchange also
   * ends.
   */
  readonly answers?: number;
  /** The maximum time that the service may take. If it takes longer, the test fails. */
  readonly timeoutMs?: number;
  /** How long after the last part the sending side ends, like a caller that has nothing more to send. */
  readonly endAfterMs?: number;
  /** The pause between two parts. */
  readonly pauseMs?: number;
  /** True for a HEAD request, whose answer has a length but no body. */
  readonly isHead?: boolean;
}

export interface RawExchange {
  readonly answers: readonly Answer[];
  /** Statuses of interim answers, such as 100. */
  readonly interim: readonly number[];
  readonly closedByService: boolean;
}

/**
 * Sends raw bytes over one TCP connection and reads the answers.
 * @throws if the service stops answering
 */
export async function rawExchange(
  url: string,
  parts: readonly (string | Uint8Array)[],
  options: RawOptions = {},
): Promise<RawExchange> {
  const { answers: expected = 1, timeoutMs = 30_000, endAfterMs, pauseMs = 0, isHead = false } = options;
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const chunks: Buffer[] = [];
  let isClosed = false;
  const read = () => readAnswers(Buffer.concat(chunks), { isHead, isClosed });
  const finished = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no complete answer within ${timeoutMs} ms`)), timeoutMs);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    socket.on('data', (chunk) => {
      chunks.push(Buffer.from(chunk));
      if (read().answers.length >= expected) done();
    });
    const closed = () => {
      isClosed = true;
      done();
    };
    socket.on('end', closed);
    socket.on('close', closed);
    // A service that answers early may reset the connection while the client is still sending. Its answer is read
    // anyway.
    socket.on('error', closed);
  });
  for (const [index, part] of parts.entries()) {
    if (index > 0 && pauseMs > 0) await sleep(pauseMs);
    if (!socket.destroyed && socket.writable) socket.write(part);
  }
  const ending = endAfterMs === undefined ? undefined : setTimeout(() => socket.end(), endAfterMs);
  try {
    await finished;
    return { ...read(), closedByService: isClosed };
  } finally {
    clearTimeout(ending);
    socket.destroy();
  }
}
