import type { TestProject } from 'vitest/node';

/** What the global set-up of the tests provides on a machine that has neither PostgreSQL nor a browser. */
export function setup(project: TestProject): void {
  project.provide('postgresUrl', null);
}
