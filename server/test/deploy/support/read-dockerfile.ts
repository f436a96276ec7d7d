import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../cli/support/understudy.ts';

export interface Instruction {
  readonly name: string;
  /** The arguments after the instruction's name, without flags. */
  readonly text: string;
  /** Flags such as `--from=dependencies`. */
  readonly flags: ReadonlyMap<string, string>;
}

export interface Stage {
  readonly base: string;
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

export const dockerfile = readFileSync(join(repository, 'Dockerfile'), 'utf8');

/** Returns the Dockerfile's stages in order. The last one is the image. */
export function readStages(source: string = dockerfile): Stage[] {
  const stages: { base: string; name: string; instructions: Instruction[] }[] = [];
  for (const instruction of readInstructions(source)) {
    const [base = '', , name = ''] = instruction.text.split(/\s+/);
    if (instruction.name === 'FROM') stages.push({ base, name, instructions: [] });
    else stages.at(-1)?.instructions.push(instruction);
  }
  return stages;
}

function readInstructions(source: string): Instruction[] {
  const lines = source
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
      const flags = new Map<string, string>();
      const text = rest.replace(/^(?:--[a-z-]+=\S+\s+)+/, (written) => {
        for (const [, flag = '', value = ''] of written.matchAll(/--([a-z-]+)=(\S+)/g)) flags.set(flag, value);
        return '';
      });
      return { name: name.toUpperCase(), text, flags };
    });
}

/**
 * Returns a function that reports whether `.dockerignore` excludes a path in the repository from the build. The last
 * matching pattern decides.
 */
export function createIgnore(
  source = readFileSync(join(repository, '.dockerignore'), 'utf8'),
): (path: string) => boolean {
  const patterns = source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ keeps: line.startsWith('!'), expression: asExpression(line.replace(/^!/, '')) }));
  return (path) => patterns.findLast(({ expression }) => expression.test(path))?.keeps !== true;
}

/** Converts a pattern to an expression that matches a path and everything below it. */
function asExpression(pattern: string): RegExp {
  const text = pattern
    .replace(/[.+^$()|[\]{}]/g, '\\$&')
    .replace(/\*\*\//g, '(?:.*/)?')
    .replace(/(?<!\.)\*(?!\/)/g, '[^/]*');
  return new RegExp(`^${text}(?:/|$)`);
}
