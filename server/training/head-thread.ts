/** A thread that trains heads beside the others: see train-heads.ts. */
import { workerData } from 'node:worker_threads';
import { type Job, work } from './train-heads.ts';

work(workerData as Job, () => {}); // train-heads.ts alone starts it
