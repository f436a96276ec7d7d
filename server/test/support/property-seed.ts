import { configureGlobal } from 'fast-check';
import { inputSeed } from './run-length.ts';

/** Runs before each test file. Properties are checked with the seed of the run, and a failed one prints it. */
configureGlobal({ seed: inputSeed() });
