import { parentPort } from 'node:worker_threads';
import { type ReadBatch, readMails, type WantedBatch } from './read-mails.ts';

parentPort?.on('message', async ({ number, batch }: WantedBatch) => {
  parentPort?.postMessage({ number, reading: await readMails(batch) } satisfies ReadBatch);
});
