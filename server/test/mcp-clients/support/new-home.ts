import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates an empty home folder for a program that stores files there. It is removed after the running test. */
export async function newHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'understudy-client-home-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  return home;
}
