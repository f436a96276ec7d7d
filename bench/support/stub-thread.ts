import { parentPort, workerData } from 'node:worker_threads';
import { obedient, startStubModel } from '../../server/test/support/stub-model.ts';

// Set by the thread that started this one.
const { modelMs } = workerData as { modelMs: number };
const stub = await startStubModel({ kind: 'answer', with: obedient, afterMs: modelMs });
parentPort?.on('message', (what: 'calls' | 'last') =>
  parentPort?.postMessage(what === 'calls' ? stub.requests.length : (stub.requests.at(-1)?.raw ?? '')),
);
parentPort?.postMessage(stub.baseUrl);
