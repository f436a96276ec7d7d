import type { Fault, Wording } from './validation-fault.ts';

const maxDepth = 64;

/**
 * Finds text in a JSON-like value that no store and no surface supports: a NUL or a lone surrogate in a string or a
 * property name, a property named `__proto__`, or nesting deeper than 64 levels. Returns at most `limit` faults.
 */
export function findUnusableText(value: unknown, { subject, nameOf }: Wording, limit: number): Fault[] {
  if (isUsable(value, 0)) return [];
  const faults: Fault[] = [];
  const visit = (current: unknown, path: string, depth: number): void => {
    if (faults.length >= limit) return;
    if (typeof current === 'string') {
      const problem = problemOf(current);
      if (problem !== null)
        faults.push({ path, message: `${path === '' ? subject : path} must not contain ${problem}` });
      return;
    }
    if (typeof current !== 'object' || current === null) return;
    const where = path === '' ? subject : path;
    if (depth === maxDepth) {
      faults.push({ path, message: `${where} is nested more than ${maxDepth} levels deep` });
      return;
    }
    if (Array.isArray(current)) {
      for (let index = 0; index < current.length; index += 1) visit(current[index], `${path}[${index}]`, depth + 1);
      return;
    }
    for (const [name, child] of Object.entries(current)) {
      const problem = problemOf(name);
      const childPath = path === '' ? nameOf(name) : `${path}.${nameOf(name)}`;
      if (name === '__proto__')
        faults.push({ path: childPath, message: `${where} must not have a property named "__proto__"` });
      else if (problem !== null)
        faults.push({ path: childPath, message: `a property name in ${where} must not contain ${problem}` });
      else visit(child, childPath, depth + 1);
    }
  };
  visit(value, '', 0);
  return faults;
}

/**
 * Makes the same checks, but collects no faults, because it runs for every request and nearly all values are usable.
 */
function isUsable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return problemOf(value) === null;
  if (typeof value !== 'object' || value === null) return true;
  if (depth === maxDepth) return false;
  if (Array.isArray(value)) return value.every((item) => isUsable(item, depth + 1));
  return Object.entries(value).every(
    ([name, child]) => name !== '__proto__' && problemOf(name) === null && isUsable(child, depth + 1),
  );
}

function problemOf(text: string): string | null {
  if (text.includes('\0')) return 'a NUL character';
  if (!text.isWellFormed()) return 'half of a surrogate pair (text that is not valid Unicode)';
  return null;
}
