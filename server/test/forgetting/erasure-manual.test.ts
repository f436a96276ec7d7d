import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLogChannel } from '../../src/jobs/log-channel.ts';
import { repository } from '../cli/support/understudy.ts';
import { readableLog, sampleAnnouncement, target } from '../jobs/support/samples.ts';

test('the manual says which log lines about a person an erasure does not reach', async () => {
  const { log, lines } = readableLog();
  const settings = { include: [] };
  await createLogChannel(log).send(sampleAnnouncement(settings), target(settings));
  const kept = Object.keys(JSON.parse(lines[0] ?? ''));
  expect(kept).toContain('conversationId');
  const manual = readFileSync(join(repository, 'docs/operating.md'), 'utf8');
  const [, unreached = ''] = manual.match(/`erase` does not reach the following data:([^#]*)/) ?? [];
  expect(unreached).toMatch(/the service's log, [^,]* `conversationId`/);
});
