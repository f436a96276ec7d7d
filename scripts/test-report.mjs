import { writeFileSync } from 'node:fs';

/**
 * A Vitest reporter that writes the result of every test to the file named in UNDERSTUDY_TEST_REPORT, for
 * `scripts/test.mjs`. Each entry has a file, a name, a state, whether the test passed only when it was tried again, and,
 * if it was skipped, the reason.
 */
export default class TestReport {
  onTestRunEnd(modules, unhandledErrors) {
    const file = process.env.UNDERSTUDY_TEST_REPORT;
    if (!file) return;
    const tests = [];
    const failures = unhandledErrors.map((error) => `an error outside any test: ${error.message}`);
    for (const module of modules) {
      const name = module.relativeModuleId ?? module.moduleId;
      for (const error of module.errors()) failures.push(`${name} could not run: ${error.message}`);
      for (const suite of module.children.allSuites()) {
        for (const error of suite.errors()) failures.push(`${name} > ${suite.fullName}: ${error.message}`);
      }
      for (const test of module.children.allTests()) {
        const result = test.result();
        const isFlaky = test.diagnostic()?.flaky === true;
        tests.push({ file: name, name: test.fullName, state: result.state, isFlaky, note: result.note ?? null });
      }
    }
    writeFileSync(file, JSON.stringify({ tests, failures }));
  }
}
