import type { Terminal } from './terminal.ts';

const left = new WeakSet<NodeJS.WritableStream>();

/**
 * Handles a pipe that its reader closes early, as `understudy … | head` does: the command discards the rest of its
 * output but finishes its work. Returns a function that returns the first write error of any other kind, such as a full
 * disk, or null if there was none.
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

/** Returns true if the stream's reader disconnected. */
export function isPipeClosed(stream: NodeJS.WritableStream): boolean {
  return left.has(stream);
}
