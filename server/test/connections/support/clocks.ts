import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ServiceProcess, startService } from '../../support/service-process.ts';

/** Returns the environment for a process whose clock is this much ahead. */
export function clockAhead(ms: number): Record<string, string> {
  return {
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'clock-ahead.ts')}`,
    UNDERSTUDY_TEST_CLOCK_AHEAD_MS: String(ms),
  };
}

/** Starts a service that stops after the running test. */
export async function startedWith(env: Record<string, string>): Promise<ServiceProcess> {
  const service = await startService(env);
  onTestFinished(async () => void (await service.stop()));
  return service;
}
