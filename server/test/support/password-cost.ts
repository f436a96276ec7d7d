import { passwordCost } from '../../src/lib/passwords.ts';

/** Before each test file: a password that a test sets in its own process costs a hundredth of what it costs a service. */
Object.assign(passwordCost, { logN: 10, r: 8, p: 1 });
