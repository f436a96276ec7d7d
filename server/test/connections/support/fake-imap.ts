import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { ownCertificate } from '../../support/own-certificate.ts';

type Folder = 'INBOX' | 'Sent';

export interface FakeMailbox {
  readonly port: number;
  /** The certificate that a client must trust, as a file. */
  readonly certificate: string;
  /** Every command, without its tag and its secrets. */
  readonly commands: string[];
  /** Commands that could change something, or are not in the list of allowed commands. */
  readonly violations: string[];
  append(folder: Folder, raw: string): void;
  /** Gives all emails new numbers, like a restored server. */
  renumber(): void;
  stop(): Promise<void>;
}

/** The commands that Understudy may send, in capitals. Everything else is a violation. */
const reads = [
  /^(?:CAPABILITY|NAMESPACE|NOOP|LOGOUT|IDLE|DONE)$/,
  /^(?:ID|ENABLE|LOGIN|LIST|LSUB|EXAMINE) /,
  /^AUTHENTICATE PLAIN/,
  /^UID FETCH [\d:*,]+ \((?:UID|INTERNALDATE|BODY\.PEEK\[\]<0\.\d+>| )+\)$/,
];

/** Simulates an IMAP server over TLS (RFC 3501, RFC 2177), and records the commands. */
export async function startFakeMailbox(): Promise<FakeMailbox> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-mailbox-'));
  const certificate = join(folder, 'certificate.pem');
  const own = ownCertificate('localhost');
  writeFileSync(certificate, own.cert);
  const boxes: Record<Folder, { uid: number; raw: string }[]> = { INBOX: [], Sent: [] };
  let validity = 1;
  let next = 1;
  const open = new Set<{ socket: TLSSocket; box: Folder | null }>();
  const fake: FakeMailbox = {
    port: 0,
    certificate,
    commands: [],
    violations: [],
    append(name, raw) {
      boxes[name].push({ uid: next, raw });
      next += 1;
      for (const { socket, box } of open) if (box === name) socket.write(`* ${boxes[name].length} EXISTS\r\n`);
    },
    renumber() {
      validity += 1;
      next = 1;
      for (const box of Object.values(boxes)) {
        for (const each of box) {
          each.uid = next;
          next += 1;
        }
      }
      for (const { socket } of open) socket.destroy();
    },
    async stop() {
      for (const { socket } of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };

  const server = createServer(own, (socket) => {
    const session: { socket: TLSSocket; box: Folder | null } = { socket, box: null };
    open.add(session);
    socket.on('close', () => open.delete(session));
    socket.on('error', () => undefined);
    let idleTag = '';
    let waiting = '';
    socket.write('* OK ready\r\n');
    socket.on('data', (chunk) => {
      waiting += chunk.toString('latin1');
      for (let at = waiting.indexOf('\r\n'); at >= 0; at = waiting.indexOf('\r\n')) {
        const line = waiting.slice(0, at);
        waiting = waiting.slice(at + 2);
        take(line);
      }
    });

    function take(line: string): void {
      const isDone = line === 'DONE';
      const tag = isDone ? idleTag : line.slice(0, line.indexOf(' '));
      const command = isDone ? 'DONE' : line.slice(line.indexOf(' ') + 1);
      const upper = command.toUpperCase();
      fake.commands.push(command.replace(/^(LOGIN|AUTHENTICATE PLAIN).*/i, '$1'));
      if (!reads.some((form) => form.test(upper))) {
        fake.violations.push(command);
        socket.write(`${tag} BAD not a read command\r\n`);
        return;
      }
      const done = (...lines: string[]) => socket.write([...lines, `${tag} OK done`, ''].join('\r\n'));
      if (upper === 'CAPABILITY') done('* CAPABILITY IMAP4rev1 IDLE AUTH=PLAIN SASL-IR SPECIAL-USE');
      else if (upper.startsWith('LIST')) {
        done('* LIST (\\HasNoChildren) "/" "INBOX"', '* LIST (\\HasNoChildren \\Sent) "/" "Sent"');
      } else if (upper.startsWith('EXAMINE')) {
        session.box = /sent/i.test(command) ? 'Sent' : 'INBOX';
        const head = ['* FLAGS (\\Seen)', `* ${boxes[session.box].length} EXISTS`, '* 0 RECENT'];
        const uids = [`* OK [UIDVALIDITY ${validity}] valid`, `* OK [UIDNEXT ${next}] next`];
        socket.write([...head, ...uids, `${tag} OK [READ-ONLY] done`, ''].join('\r\n'));
      } else if (upper === 'IDLE') {
        idleTag = tag;
        socket.write('+ idling\r\n');
      } else if (upper.startsWith('UID FETCH')) {
        const [, from = '1'] = /^UID FETCH (\d+)/.exec(upper) ?? [];
        const mails = session.box === null ? [] : boxes[session.box];
        for (const [at, { uid, raw }] of mails.entries()) {
          if (uid < Number(from) && at < mails.length - 1) continue;
          const date = `"${arrived()}"`;
          socket.write(
            `* ${at + 1} FETCH (UID ${uid} INTERNALDATE ${date} BODY[]<0> {${Buffer.byteLength(raw)}}\r\n${raw})\r\n`,
          );
        }
        done();
      } else done();
      if (upper === 'LOGOUT') socket.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return Object.assign(fake, { port });
}

/** Returns the current time in IMAP's format, because an email that arrived long ago would count as history. */
function arrived(): string {
  const [, day = '', month = '', year = '', time = ''] = new Date().toUTCString().split(' ');
  return `${day}-${month}-${year} ${time} +0000`;
}
