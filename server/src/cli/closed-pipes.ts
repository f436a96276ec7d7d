import type { Terminal } from './terminal.ts';

const left = new WeakSet<NodeJS.WritableStream>();

/**
 * `understudy … | head` closes the pipe early: what is printed is dropped from then on, and the work goes on to its end.
 * Returns how to ask what else kept the output from being written, as on a full disk; null where nothing did.
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

/** Whether a stream's reader went away. */
export function isPipeClosed(stream: NodeJS.WritableStream): boolean {
  return left.has(stream);
}
