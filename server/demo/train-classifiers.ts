// npm run train:demo: trains the classifiers that ship with the demonstration. A test compares them with its document.
import { writeFileSync } from 'node:fs';
import { demoClassifierPath } from '../src/admin/demo-classifiers.ts';
import { readDemoDocument } from '../src/admin/demo-document.ts';
import { trainPersona } from '../src/teaching/train-persona.ts';

const { workspaces } = await readDemoDocument(Date.now());
for (const { id, persona = {} } of workspaces.flatMap(({ profiles = [] }) => profiles)) {
  const { bytes } = trainPersona(persona);
  writeFileSync(demoClassifierPath(id), bytes);
  process.stdout.write(`${id}: ${bytes.length} bytes\n`);
}
