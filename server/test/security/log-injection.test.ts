import { once } from 'node:events';
import { expect } from 'vitest';
import { understudy } from '../cli/support/understudy.ts';
import { rawExchange } from '../http/support/raw-exchange.ts';
import { type AttackedService, onEachKind, startAttackedProcess } from './support/attacked-service.ts';

const forged = '{"level":"fatal","time":"2026-01-01T00:00:00Z","msg":"FORGED"}';
/** Characters that would end a line, begin another, or control the terminal of a person who reads the log. */
const steering = [
  `\n${forged}\n`,
  `\r\n${forged}\r\n`,
  `\u2028${forged}\u2029`,
  `\u0085${forged}`,
  '\u001b[2J\u001b[1;31mFORGED',
  '\u001b]0;FORGED\u0007',
  '\u009b31mFORGED',
  '\u0000FORGED\u0008\u0008\u007f',
  '\u202eDEGROF\u2066',
  '","level":"fatal","msg":"FORGED',
];

/** Characters that control a terminal, end a line for some reader, or reorder the displayed text. */
const controls = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;

onEachKind(
  'nothing that a caller or a creator’s data says ends a line of the log, begins one of its own, or steers the terminal that shows it',
  async (kind) => {
    let log = '';
    const service = await startAttackedProcess({
      kind,
      env: { UNDERSTUDY_LOG_LEVEL: 'debug', UNDERSTUDY_NOTIFICATION_POLL_MS: '100' },
    });
    service.process.child.stderr?.on('data', (chunk) => (log += chunk));
    await importNamed(
      service,
      steering.filter((text) => !text.includes('\0')),
    );
    for (const text of steering) {
      const escaped = encodeURIComponent(text);
      await Promise.all([
        service.ask(`/${escaped}`),
        service.ask(`/api/v1/agent/persona?profileId=${escaped}&${escaped}=1`),
        service.ask(`/console/${escaped}`),
        service.ask(`/console/api/workspaces/${escaped}/review`, { headers: { 'x-understudy-console': '1' } }),
        service.ask('/api/v1/agent/draft', {
          body: { profileId: text, message: text, conversationId: text, [text]: 1 },
        }),
        service.ask('/api/v1/agent/handoff', {
          body: { conversationId: `conv ${text}`, confirm: true, reason: text.replace('\0', '') },
        }),
        service.ask('/mcp', { body: { jsonrpc: '2.0', id: text, method: text, params: { name: text } } }),
        service.ask('/mcp', {
          body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: text, arguments: {} } },
        }),
        service.ask('/mcp', {
          body: { jsonrpc: '2.0', id: 1, method: 'initialize', params: { clientInfo: { name: text, version: text } } },
        }),
      ]);
      const bytes = Buffer.from(text.replace(/[\r\n\0]/g, ' '), 'latin1').toString('latin1');
      for (const line of [
        `X-Request-Id: ${bytes}`,
        `User-Agent: ${bytes}`,
        `traceparent: ${bytes}`,
        `X-Forwarded-For: ${bytes}`,
        `Origin: ${bytes}`,
        `Referer: ${bytes}`,
      ])
        await rawExchange(service.url, [
          Buffer.from(
            `GET /api/v1/agent/usage HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\n${line}\r\n\r\n`,
            'latin1',
          ),
        ]);
      await rawExchange(service.url, [Buffer.from(`G${bytes} /${bytes} HTTP/1.1\r\nHost: ${bytes}\r\n\r\n`, 'latin1')]);
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { child } = service.process;
    const isComplete = once(child, 'close');
    await service.process.stop();
    await isComplete;
    const raw = [...log].filter((character) => controls.test(character) && character !== '\n');
    expect(raw).toEqual([]);
    const lines = log.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(100);
    for (const line of lines) {
      const { level, time, msg } = JSON.parse(line);
      expect(['debug', 'info', 'warn'], line).toContain(level);
      expect(Date.parse(time), line).toBeGreaterThan(Date.now() - 400_000);
      expect(msg, line).not.toContain('FORGED');
    }
  },
  300_000,
);

/** Imports a profile and a conversation for each text, in which every name is that text. */
async function importNamed(service: AttackedService, texts: readonly string[]): Promise<void> {
  const workspace = {
    id: service.workspaceId,
    name: texts.join(' '),
    plan: 'agency',
    profiles: texts.map((text) => ({ id: `prof ${text}`, displayName: text })),
    conversations: texts.map((text) => ({
      id: `conv ${text}`,
      profileId: `prof ${text}`,
      channel: text.slice(0, 60),
      contact: { name: text, handle: text },
      messages: [{ direction: 'inbound', body: text, sentAt: '2026-01-01T10:00:00Z' }],
    })),
  };
  for (const input of [
    JSON.stringify({ workspaces: [workspace] }),
    JSON.stringify({ workspaces: [{ ...workspace, plan: texts.join('') }] }),
  ]) {
    const { stderr, stdout } = await understudy(['import', '-'], { env: service.place, input });
    expect(
      [...(stderr + stdout)].filter((character) => controls.test(character) && !'\n\t'.includes(character)),
    ).toEqual([]);
  }
}
