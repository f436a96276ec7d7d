import { expect, test } from 'vitest';
import { runInside, understudy } from './support/understudy.ts';

const commands: readonly (readonly [name: string, ...verbs: string[]])[] = [
  ['serve'],
  ['migrate'],
  ['doctor'],
  ['openapi'],
  ['schema'],
  ['demo'],
  ['import'],
  ['export'],
  ['explain'],
  ['evaluate'],
  ['teach'],
  ['workspaces', 'list', 'create'],
  ['keys', 'create', 'list', 'revoke', 'rotate'],
  ['conversations', 'list', 'append', 'resolve', 'close'],
  ['notifications', 'list', 'retry', 'secret', 'test'],
  ['usage', 'show', 'record'],
];

test.each(commands)('%s and its subcommands explain themselves, with examples in the same form', async (...path) => {
  const [name = '', ...verbs] = path.map(String);
  for (const words of [[name], ...verbs.map((verb) => [name, verb])]) {
    const { code, stdout, stderr } = await runInside([...words, '--help']);
    expect([words, code, stderr]).toEqual([words, 0, '']);
    expect(stdout).toContain(`Usage: understudy ${words.join(' ')}`);
    expect(stdout).toContain(`  understudy ${name}`);
    for (const verb of words.length === 1 ? verbs : []) expect(stdout).toMatch(new RegExp(`^ {2}${verb}\\b.{10}`, 'm'));
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110);
  }
});

test('without a command the help is shown, with every command and the way to run it from the repository', async () => {
  const { code, stdout } = await understudy([]);
  expect(code).toBe(0);
  for (const [name] of commands) expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b.{10}`, 'm'));
  expect(stdout).toContain('npm run -s understudy --');
});

test('the version is printed alone', async () => {
  const { code, stdout } = await understudy(['--version']);
  expect([code, stdout]).toEqual([0, '0.1.0\n']);
});

test('the examples of the help are valid command lines', async () => {
  const help = await understudy(['demo', '--help']);
  expect(help.stdout).toContain('understudy demo "do you ship to Brazil?"');
  const { code, stdout } = await understudy(['demo', 'do you ship to Brazil?']);
  expect(code).toBe(0);
  expect(stdout).toContain('I ship worldwide from Lisbon');
});
