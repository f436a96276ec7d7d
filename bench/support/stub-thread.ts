import { parentPort, workerData } from 'node:worker_threads';
import { paraphrase, startStubModel } from '../../server/test/support/stub-model.ts';

// Given by the thread that started this one.
const { modelMs } = workerData as { modelMs: number };
const stub = await startStubModel({ kind: 'answer', with: paraphrase, afterMs: modelMs });
parentPort?.on('message', (what: 'calls' | 'last') =>
  parentPort?.postMessage(what === 'calls' ? stub.requests.length : (stub.requests.at(-1)?.raw ?? '')),
);
parentPort?.postMessage(stub.baseUrl);
