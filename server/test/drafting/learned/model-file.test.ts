import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { encodeModel, readModelFile } from '../../../src/drafting/learned/model-file.ts';

const heads = ['greeting', 'pricing', 'risk:threat'];

/** Reads a file whose model has the heads `stored`, as code that knows `known` reads it. */
function readHeads(stored: readonly string[], known: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-model-'));
  try {
    const file = join(folder, 'sample.model');
    const none = { keys: new Uint32Array(), rowEnds: new Uint32Array(), entryHeads: new Uint8Array() };
    const zeros = Float64Array.from(stored, () => 0);
    const model = { ...none, heads: stored, entryWeights: new Int8Array(), scales: zeros, biases: zeros };
    writeFileSync(file, encodeModel(model, { temperature: 1 }));
    return readModelFile(pathToFileURL(file), known);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a model whose heads are those of the code is read, with its notes', () => {
  const { model, notes } = readHeads(heads, heads);
  expect([model.heads, notes]).toEqual([heads, { temperature: 1 }]);
});

test.each([
  ['an intent was added', [...heads, 'risk:fraud'], 'it lacks risk:fraud.'],
  ['an intent was removed', ['greeting', 'risk:threat'], 'it has pricing, which the code does not know.'],
  ['an intent was renamed', ['hello', 'pricing', 'risk:threat'], 'it lacks hello and has greeting, which the code'],
  ['intents were reordered', heads.toReversed(), 'it has its heads in a different order.'],
])('a model is refused if %s since its training, with the file and the command', (_, known, fault) => {
  expect(() => readHeads(heads, known)).toThrow(fault);
  expect(() => readHeads(heads, known)).toThrow(/[\\/]sample\.model does not fit the code: .* Run "npm run train"/);
});
