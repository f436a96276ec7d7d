/**
 * npm run train:meaning [-- --check]: fits the word vectors on the teaching of all training and validation creators,
 * and on topics.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeMeaningFile } from '../src/drafting/meaning/meaning-file.ts';
import { fitMeaning } from './fit-meaning.ts';
import { commonThemes, creatorThemes } from './meaning-texts.ts';
import { readCases } from './read-cases.ts';

const file = join(import.meta.dirname, '../src/drafting/meaning/word-meanings.bin');
const cases = [...readCases('train'), ...readCases('validation')];
const { keys, rows, unknown } = fitMeaning([...creatorThemes(cases), ...commonThemes()], (done, of) => {
  process.stderr.write(`  epoch ${done} of ${of}\n`);
});
const bytes = encodeMeaningFile(keys, rows, unknown);
if (!process.argv.includes('--check')) {
  writeFileSync(file, bytes);
  process.stdout.write(`${keys.length} words and pairs, ${bytes.length} bytes\n`);
} else if (!readFileSync(file).equals(bytes)) {
  process.stdout.write(`${file} is out of date: run "npm run train:meaning" and commit it.\n`);
  process.exitCode = 1;
}
