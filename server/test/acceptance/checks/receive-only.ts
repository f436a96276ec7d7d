import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sendsIn } from '../../architecture/find-sends.ts';
import { repository } from '../../cli/support/understudy.ts';
import { startFakeTelegram } from '../../connections/fake-provider.ts';
import { startFakeMailbox } from '../../connections/support/fake-imap.ts';
import { businessConnection, fromCreator, fromFan } from '../../connections/support/telegram-updates.ts';
import type { Check } from '../support/check.ts';
import { connectMailbox, connectTelegram, mailboxEnv } from '../support/providers.ts';

/** Checks the calls that providers get, and that a build with a planted send fails. */
export const receiveOnlyCheck: Check = {
  number: 17,
  title: 'the provider sees only the listed read calls, and a planted sendMessage fails the build',
  runs: 'alone',
  async run({ service, serve }) {
    await service.stop();
    const [telegram, box] = [await startFakeTelegram(), await startFakeMailbox()];
    try {
      const { open } = await serve({ UNDERSTUDY_TELEGRAM_API_URL: telegram.url, ...mailboxEnv(box) });
      const inbox = await open();
      const { code } = await connectTelegram(inbox);
      await connectMailbox(inbox, box);
      telegram.deliver(businessConnection(false), fromCreator(1, code), fromFan(2, 'do you ship to Brazil?'));
      await inbox.until('the message', async () => (await inbox.command('conversations', 'list')).length > 0, 60_000);
      await inbox.until('the wait for mail', async () => box.commands.includes('IDLE'), 60_000);
      assert.deepEqual([telegram.violations, box.violations], [[], []]);
      assert.deepEqual(new Set(telegram.calls), new Set(['GET getMe', 'GET getWebhookInfo', 'GET getUpdates']));
      const calls = telegram.calls.length;
      const planted = await buildWithPlantedSend();
      // The recording provider also recognises a send, no matter which program makes the call.
      await fetch(`${telegram.url}/bot1:x/sendMessage`, { method: 'POST', body: '{}' });
      assert.deepEqual(telegram.violations, ['POST sendMessage']);
      return { calls, mailCommands: box.commands.length, otherCalls: 0, ...planted };
    } finally {
      await Promise.all([telegram.stop(), box.stop()]);
    }
  },
};

/**
 * Builds an unchanged copy of the sources, and one with a planted send.
 * @throws AssertionError if the first fails or the second does not
 */
async function buildWithPlantedSend() {
  const copy = await mkdtemp(join(tmpdir(), 'understudy-planted-'));
  const file = join(copy, 'server/src/pull/pull-telegram.ts');
  try {
    await cp(join(repository, 'server/src'), join(copy, 'server/src'), { recursive: true });
    for (const name of await readdir(repository))
      if (/^(?:package|tsconfig)\.json$/.test(name)) await cp(join(repository, name), join(copy, name));
    await cp(join(repository, 'server/package.json'), join(copy, 'server/package.json'));
    for (const modules of ['node_modules', 'server/node_modules'])
      await symlink(join(repository, modules), join(copy, modules)).catch(() => undefined);
    const config = { extends: './tsconfig.json', include: ['server/src/pull'], exclude: [] };
    await writeFile(join(copy, 'planted.json'), JSON.stringify(config));
    assert.equal(await faultsOfBuild(copy), '', 'the copy builds as it is');
    const source = await readFile(file, 'utf8');
    const send = "await ask('sendMessage', { chat_id: '1', text: 'hello' });";
    const planted = source.replace("await ask('getMe');", (found) => `${found}\n    ${send}`);
    assert.notEqual(planted, source, 'the send is planted');
    await writeFile(file, planted);
    const faults = await faultsOfBuild(copy);
    assert.match(faults, /pull-telegram\.ts.*"sendMessage"/, 'the compiler refuses it');
    const found = sendsIn(file, planted);
    assert.deepEqual([sendsIn(file, source), found.includes('the call sendMessage')], [[], true]);
    return { plantedFailsTypes: true, plantedFailsRule: true };
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function faultsOfBuild(copy: string): Promise<string> {
  const compiler = join(repository, 'node_modules/.bin/tsc');
  try {
    await promisify(execFile)(compiler, ['-p', 'planted.json', '--noEmit', '--pretty', 'false'], { cwd: copy });
    return '';
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}
