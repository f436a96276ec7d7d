import { passwordCost } from '../../src/lib/passwords.ts';

/**
 * Runs before each test file: hashing a password in a test's own process costs a hundredth of what it costs in a
 * service.
 */
Object.assign(passwordCost, { logN: 10, r: 8, p: 1 });
