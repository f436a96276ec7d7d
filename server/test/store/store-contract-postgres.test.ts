import { describe, inject, test } from 'vitest';
import { postgresHarness } from '../support/store-harness.ts';
import { describeStoreContract } from './contract/store-contract.ts';

const url = inject('postgresUrl');
const isRequired = [process.env['CI'], process.env['UNDERSTUDY_TEST_REQUIRE_POSTGRES']].some(
  (value) => value !== undefined && !['', '0', 'false'].includes(value),
);

if (url !== null) {
  describe('the store contract on PostgreSQL', () => {
    describeStoreContract(postgresHarness(url));
  });
} else if (isRequired) {
  test('the store contract runs on PostgreSQL', () => {
    throw new Error('PostgreSQL is required here (CI or UNDERSTUDY_TEST_REQUIRE_POSTGRES is set) and was not found');
  });
} else {
  describe.skip('the store contract on PostgreSQL (skipped: no PostgreSQL here; install it or set UNDERSTUDY_TEST_POSTGRES)', () => {
    describeStoreContract(postgresHarness('postgres://never-opened'));
  });
}
