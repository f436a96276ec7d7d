import { parentPort } from 'node:worker_threads';
import { readMails, type WantedBatch } from '../../../src/pull/read-mails.ts';

/** Reads mails, and ends over one that asks for it. */
parentPort?.on('message', async ({ number, batch }: WantedBatch) => {
  if (batch.mails.some(({ raw }) => Buffer.from(raw).includes('end the thread'))) process.exit(1);
  parentPort?.postMessage({ number, reading: await readMails(batch) });
});
