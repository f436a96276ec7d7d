import type { Answer } from '../../support/world.ts';

/** Reads the complete HTTP/1.x answers at the start of `bytes`. Lists interim answers (1xx) separately. */
export function readAnswers(
  bytes: Buffer,
  { isHead, isClosed }: { isHead: boolean; isClosed: boolean },
): { answers: Answer[]; interim: number[] } {
  const answers: Answer[] = [];
  const interim: number[] = [];
  let rest = bytes;
  for (;;) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd < 0) return { answers, interim };
    const { status, headers } = readHead(rest.subarray(0, headEnd).toString('latin1'));
    rest = rest.subarray(headEnd + 4);
    if (status < 200) {
      interim.push(status);
      continue;
    }
    const body =
      isHead || status === 204 || status === 304
        ? { content: Buffer.alloc(0), length: 0 }
        : readBody(rest, headers, isClosed);
    if (body === null) return { answers, interim };
    rest = rest.subarray(body.length);
    const text = body.content.toString('utf8');
    answers.push({ status, headers, text, body: parsed(text) });
  }
}

function readHead(text: string): { status: number; headers: Headers } {
  const [statusLine = '', ...lines] = text.split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1]);
  if (!Number.isInteger(status)) throw new Error(`not an HTTP status line: ${statusLine}`);
  const headers = new Headers();
  for (const line of lines) headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim());
  return { status, headers };
}

function readBody(bytes: Buffer, headers: Headers, isClosed: boolean): { content: Buffer; length: number } | null {
  const declared = headers.get('content-length');
  if (declared !== null) {
    const length = Number(declared);
    return bytes.length < length ? null : { content: bytes.subarray(0, length), length };
  }
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes);
  return isClosed ? { content: bytes, length: bytes.length } : null;
}

function readChunks(bytes: Buffer): { content: Buffer; length: number } | null {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    const start = lineEnd + 2;
    if (bytes.length < start + size + 2) return null;
    chunks.push(bytes.subarray(start, start + size));
    at = start + size + 2;
    if (size === 0) return { content: Buffer.concat(chunks), length: at };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
