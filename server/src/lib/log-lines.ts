import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import { pino } from 'pino';

export interface LogLines {
  write(line: string): void;
  /** Waits up to `mostMs` for all lines to be written, then drops any remaining lines so that the process can end. */
  end(mostMs: number): Promise<void>;
}

const mostWaitingBytes = 8 * 1_024 * 1_024;

/**
 * Opens the log output of a long-running service. A pipe or a socket with a stalled reader never blocks a thread: up to
 * 8 MiB of lines wait in memory. Further lines are dropped, and their number is logged once there is room.
 */
export function openLogLines(fd = 2): LogLines {
  const stat = fstatSync(fd);
  if (stat.isFIFO() || stat.isSocket()) return linesOfPipe(fd);
  // Writing to a file does not stall, so its lines need no limit.
  const file = pino.destination({ fd, sync: false });
  return { write: (line) => void file.write(line), end: async () => file.flushSync() };
}

function linesOfPipe(fd: number): LogLines {
  const pipe = new Socket({ fd, readable: false, writable: true });
  let isGone = false;
  let dropped = 0;
  let drained: (() => void) | null = null;
  // A reader that disconnects must not end the process.
  pipe.on('error', () => {
    isGone = true;
    drained?.();
  });
  pipe.on('drain', () => {
    if (dropped > 0) {
      pipe.write(`${JSON.stringify({ level: 'warn', time: new Date(), dropped, msg: 'log lines were dropped' })}\n`);
      dropped = 0;
    }
    drained?.();
  });
  // An idle log must not keep the process alive.
  pipe.unref();
  return {
    write(line) {
      if (isGone) return;
      if (pipe.writableLength > mostWaitingBytes) {
        dropped += 1;
        return;
      }
      pipe.write(line);
    },
    async end(mostMs) {
      if (isGone || pipe.writableLength === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      drained = resolve;
      const timer = setTimeout(resolve, mostMs);
      await promise;
      clearTimeout(timer);
      if (pipe.writableLength === 0) return;
      isGone = true;
      pipe.destroy();
    },
  };
}
