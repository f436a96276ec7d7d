import type { TestProject } from 'vitest/node';

/** Provides what the tests' global set-up provides on a machine with neither PostgreSQL nor a browser. */
export function setup(project: TestProject): void {
  project.provide('postgresUrl', null);
}
