import { equivalents } from './equivalents.ts';
import type { Mutation } from './find-mutations.ts';

export interface Mutant extends Mutation {
  readonly area: string;
  readonly file: string;
}

export interface Outcome {
  readonly fate: 'noticed' | 'endless' | 'survived';
  /** The test that noticed it. */
  readonly by: string;
}

export interface Row extends Outcome {
  readonly mutant: Mutant;
}

/** Returns the figures of a sample for each area, and the changes that survived, in Markdown. */
export function mutantReport(names: readonly string[], rows: readonly Row[]): string {
  const table = [
    '| area | changes | noticed by a test | ran forever | survived | of these without effect | score |',
    '|---|---|---|---|---|---|---|',
    ...names.map((name) =>
      figures(
        name,
        rows.filter(({ mutant }) => mutant.area === name),
      ),
    ),
    figures('all', rows),
  ];
  const left = rows.filter(({ fate }) => fate === 'survived').map(({ mutant }) => mutant);
  const noEffect = left.filter((mutant) => reasonOf(mutant) !== '');
  const missed = left.filter((mutant) => reasonOf(mutant) === '');
  return [
    table.join('\n'),
    list('Changes that no test noticed:', missed),
    list('Changes without effect, which no test can notice:', noEffect),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function figures(name: string, of: readonly Row[]): string {
  const number = (fate: Outcome['fate']) => of.filter((row) => row.fate === fate).length;
  const noEffect = of.filter(({ fate, mutant }) => fate === 'survived' && reasonOf(mutant) !== '').length;
  const caught = number('noticed') + number('endless');
  const score = of.length === 0 ? '–' : `${Math.round((caught / of.length) * 100)} %`;
  return `| ${name} | ${of.length} | ${number('noticed')} | ${number('endless')} | ${number('survived')} | ${noEffect} | ${score} |`;
}

function list(title: string, mutants: readonly Mutant[]): string {
  if (mutants.length === 0) return '';
  const lines = mutants.map((mutant) => {
    const reason = reasonOf(mutant);
    const what = `- \`${mutant.file}:${mutant.line}\`: \`${mutant.what.replaceAll('`', "'")}\``;
    return reason === '' ? what : `${what}. ${reason}`;
  });
  return [title, '', ...lines].join('\n');
}

/** Returns why a change has no effect; '' if it has one or the reason is unknown. */
function reasonOf({ file, what }: Mutant): string {
  return equivalents.find((known) => known.file === file && what.startsWith(known.what))?.reason ?? '';
}
