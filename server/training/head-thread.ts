/** A thread that trains heads, in parallel with other threads: see train-heads.ts. */
import { workerData } from 'node:worker_threads';
import { type Job, work } from './train-heads.ts';

work(workerData as Job, () => {}); // started only by train-heads.ts
