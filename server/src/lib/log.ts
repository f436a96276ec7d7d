import { type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * The service's structured log: JSON lines with ids, counts and codes. Texts of messages and replies, keys and tokens
 * are never handed to it; names that could carry one are removed all the same.
 */
export function createLog(options: { level: string; destination?: { write(line: string): void } }): Log {
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: ['authorization', '*.authorization', 'message', 'reply', 'key', 'token', 'body'], remove: true },
    },
    options.destination ?? pino.destination({ fd: 2, sync: false }),
  );
}
