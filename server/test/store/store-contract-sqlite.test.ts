import { describe } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import { describeStoreContract } from './contract/store-contract.ts';

describe('the store contract on SQLite', () => {
  describeStoreContract(sqliteHarness());
});
