// npm run train:demo [-- --check]: trains the classifiers that ship with the demo. A test compares them with its document.
import { readFileSync, writeFileSync } from 'node:fs';
import { demoClassifierPath } from '../src/admin/demo-classifiers.ts';
import { readDemoDocument } from '../src/admin/demo-document.ts';
import { trainPersona } from '../src/teaching/train-persona.ts';

const { workspaces } = await readDemoDocument(Date.now());
for (const { id, persona = {} } of workspaces.flatMap(({ profiles = [] }) => profiles)) {
  const { bytes } = trainPersona(persona);
  const file = demoClassifierPath(id);
  if (!process.argv.includes('--check')) writeFileSync(file, bytes);
  else if (!readFileSync(file).equals(bytes)) {
    process.stdout.write(`${file} is out of date: run "npm run train:demo" and commit it.\n`);
    process.exitCode = 1;
  }
  process.stdout.write(`${id}: ${bytes.length} bytes\n`);
}
