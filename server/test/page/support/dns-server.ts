import { createSocket } from 'node:dgram';
import dns from 'node:dns/promises';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** The answer to a question about TXT records: the strings of each record, or a response code. */
type TxtAnswer = readonly (readonly string[])[] | 'no such name' | 'server failure';

const codes = { 'no such name': 3, 'server failure': 2 } as const;
const txt = 16;
const headerBytes = 12;

export interface DnsServer {
  /** The names of all queries, in lower case. */
  readonly asked: readonly string[];
  answer(name: string, answer: TxtAnswer): void;
}

/**
 * Starts a DNS server (RFC 1035, over UDP) on loopback, which this process's resolver uses until the test ends. Names
 * without an answer do not exist.
 */
export async function startDnsServer(): Promise<DnsServer> {
  const answers = new Map<string, TxtAnswer>();
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionIn(query);
    asked.push(name);
    const found = type === txt ? (answers.get(name) ?? 'no such name') : [];
    socket.send(responseTo(query.subarray(0, end), found), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const before = dns.getServers();
  dns.setServers([`127.0.0.1:${socket.address().port}`]);
  onTestFinished(() => {
    dns.setServers(before);
    socket.close();
  });
  return { asked, answer: (name, answer) => void answers.set(name.toLowerCase(), answer) };
}

/** Reads a query's first question, and the position after it. */
function questionIn(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function responseTo(question: Buffer, answer: TxtAnswer): Buffer {
  const records = typeof answer === 'string' ? [] : answer;
  const head = Buffer.from(question);
  const isResponse = 0x8000;
  const isAuthoritative = 0x0400;
  head.writeUInt16BE(isResponse | isAuthoritative | (typeof answer === 'string' ? codes[answer] : 0), 2);
  head.writeUInt16BE(records.length, 6);
  // The answer has no further sections, even if the query had some.
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...records.map(recordOf)]);
}

function recordOf(strings: readonly string[]): Buffer {
  const data = Buffer.concat(strings.map((text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])));
  const head = Buffer.alloc(12);
  // This is a pointer to the question's name.
  head.writeUInt16BE(0xc000 | headerBytes, 0);
  head.writeUInt16BE(txt, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
