import { randomUUID } from 'node:crypto';

export interface RequestParts {
  readonly method?: string;
  readonly target?: string;
  readonly version?: string;
  /** Header lines in the order in which they are sent; a name may occur twice. */
  readonly headers?: readonly (readonly [string, string])[];
  /** The usual headers to leave out, in lower case. */
  readonly without?: readonly string[];
  readonly key?: string;
  readonly body?: string | Uint8Array;
}

/** Returns the bytes of one HTTP request, by default a draft. The usual headers come first, then the given ones. */
export function writeRequest({
  method = 'POST',
  target = '/api/v1/agent/draft',
  version = 'HTTP/1.1',
  headers = [],
  without = [],
  key,
  body,
}: RequestParts): Buffer {
  const content = body === undefined ? null : Buffer.from(body);
  const usual: [string, string][] = [
    ['Host', 'understudy.test'],
    ...(key === undefined ? [] : [['Authorization', `Bearer ${key}`] as [string, string]]),
    ...(content === null
      ? []
      : ([
          ['Content-Type', 'application/json'],
          ['Idempotency-Key', randomUUID()],
          ['Content-Length', String(content.length)],
        ] as [string, string][])),
  ];
  const lines = [...usual.filter(([name]) => !without.includes(name.toLowerCase())), ...headers].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.concat([
    Buffer.from(`${method} ${target} ${version}\r\n${lines.join('')}\r\n`, 'latin1'),
    content ?? Buffer.alloc(0),
  ]);
}

/** A completely valid draft, as JSON. */
export const goodDraft = JSON.stringify({ profileId: 'prof_aurora', message: 'do you ship to Brazil?' });
