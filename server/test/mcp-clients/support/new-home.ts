import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty home folder for a program that stores files there, removed when the running test has finished. */
export async function newHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'understudy-client-home-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  return home;
}
