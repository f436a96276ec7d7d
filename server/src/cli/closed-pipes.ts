import type { Terminal } from './terminal.ts';

const left = new WeakSet<NodeJS.WritableStream>();

/**
 * `understudy … | head` closes the pipe early. The command then drops its further output, but finishes its work.
 * Returns a function that reports any other reason why output could not be written, such as a full disk; it returns
 * null if there was none.
 */
export function surviveClosedPipes({ stdout, stderr }: Terminal): () => Error | null {
  let fault: Error | null = null;
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') left.add(stream);
      else fault ??= error;
    });
  }
  return () => fault;
}

/** Whether the reader of a stream disconnected. */
export function isPipeClosed(stream: NodeJS.WritableStream): boolean {
  return left.has(stream);
}
