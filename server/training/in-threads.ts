import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/**
 * Runs a file in a separate thread for each input, as many in parallel as the machine has CPU cores. The file reads its
 * input from `workerData` and posts one message. Returns the messages in the order of the inputs; rejects if a thread
 * fails. Each input is created when its thread starts.
 */
export async function inThreads<Input, Output>(file: URL, inputs: readonly (() => Input)[]): Promise<Output[]> {
  const outputs: Output[] = [];
  let next = 0;
  const takeTurns = async (): Promise<void> => {
    for (let at = next++; at < inputs.length; at = next++) outputs[at] = await inThread(file, inputs[at]?.());
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), inputs.length) }, takeTurns));
  return outputs;
}

function inThread<Output>(file: URL, workerData: unknown): Promise<Output> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(file, { workerData });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error(`${file.pathname} posted nothing`)));
  });
}
