import { type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * Creates the service's structured log: JSON lines with ids, counts and codes. Message texts, reply texts, keys and
 * tokens are never passed to it; as a safeguard, fields whose names suggest them are removed. An id from a caller
 * cannot end a line, control the terminal that shows it, or reorder its text.
 */
export function createLog(options: { level: string; destination?: { write(line: string): void } }): Log {
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: escapeSteering },
      redact: { paths: ['authorization', '*.authorization', 'message', 'reply', 'key', 'token', 'body'], remove: true },
    },
    options.destination ?? pino.destination({ fd: 2, sync: false }),
  );
}

/** Control characters that JSON leaves unescaped: the 8-bit ones, line separators, and marks that reorder text. */
const steering = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

function escapeSteering(line: string): string {
  return line.replace(steering, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
