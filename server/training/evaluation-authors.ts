import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { validateDocument } from '../src/admin/documents/validate-document.ts';
import { type EvaluationCase, readEvaluationCases } from '../src/admin/evaluate/read-cases.ts';
import { readTeaching, type Teaching } from './read-teaching.ts';

/** One author's labelled messages to creators, and the teaching that other authors wrote for these creators. */
export interface EvaluationAuthor {
  readonly id: string;
  /** `day`: the messages of an ordinary day; `hard`: messages that are difficult on purpose. */
  readonly set: 'hard' | 'day';
  readonly cases: readonly EvaluationCase[];
  /** Lines that are not valid cases, by file and number. */
  readonly faults: readonly string[];
  /** The training phrases, by profile. */
  readonly teaching: ReadonlyMap<string, Teaching>;
}

const folder = join(import.meta.dirname, 'cases');

/**
 * Returns the authors of a split with their cases, in alphabetical order. Only measurements call it, because it opens
 * texts of test authors.
 */
export function readAuthors(split: 'test' | 'validation'): EvaluationAuthor[] {
  return readdirSync(folder)
    .sort()
    .flatMap((id) => {
      const file = join(folder, id, 'author.yaml');
      if (!existsSync(file) || !existsSync(join(folder, id, 'cases.jsonl'))) return [];
      const about = parse(readFileSync(file, 'utf8')) as { split?: unknown; set?: unknown }; // only compared with names
      return about.split === split ? [readAuthor(id, about.set === 'day' ? 'day' : 'hard')] : [];
    });
}

function readAuthor(id: string, set: EvaluationAuthor['set']): EvaluationAuthor {
  const file = `${id}/workspace.yaml`;
  const document = validateDocument(parse(readFileSync(join(folder, file), 'utf8')), file);
  const content = readFileSync(join(folder, id, 'cases.jsonl'), 'utf8');
  return { id, set, ...readEvaluationCases(content, `${id}/cases.jsonl`, document), teaching: readTeaching(id) };
}
