import { type Expression, parseSync, Visitor } from 'oxc-parser';

/** One small change of a source file: `text` replaces the characters from `start` to `end`. */
export interface Mutation {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The change, for the report: `a < b → a <= b`. */
  readonly what: string;
}

/** The operators of classic mutation testing, each with its replacement. */
const opposites: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
};

/**
 * All mutations of a source file, in order: a negated condition, another comparison, logical or arithmetic operator,
 * the other boolean, a number increased by one, a statement left out. Types and imports stay unchanged.
 * @throws Error if the file cannot be parsed
 */
export function findMutations(file: string, source: string): Mutation[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: Mutation[] = [];
  const types: (readonly [start: number, end: number])[] = [];
  const add = (start: number, end: number, text: string) => {
    const line = source.slice(0, start).split('\n').length;
    const what = `${short(source.slice(start, end))} → ${text === '' ? 'nothing' : short(text)}`;
    found.push({ line, start, end, text, what });
  };
  const exchange = (node: { left: { end: number }; right: { start: number }; operator: string }) => {
    const other = opposites[node.operator];
    const at = source.indexOf(node.operator, node.left.end);
    if (other === undefined || at < 0 || at >= node.right.start) return;
    found.push({
      line: source.slice(0, at).split('\n').length,
      start: at,
      end: at + node.operator.length,
      text: other,
      what: `${node.operator} → ${other} in ${short(source.slice(node.left.end - 30, node.right.start + 30))}`,
    });
  };
  const negate = (test: Expression) => add(test.start, test.end, `!(${source.slice(test.start, test.end)})`);
  new Visitor({
    TSLiteralType: ({ start, end }) => types.push([start, end]),
    BinaryExpression: (node) => {
      // A sum of texts is not arithmetic: subtracting them is an error that any test would show.
      const isText = [node.left, node.right].some(({ type }) => type === 'TemplateLiteral');
      if (!isText) exchange(node);
    },
    LogicalExpression: exchange,
    IfStatement: (node) => negate(node.test),
    ConditionalExpression: (node) => negate(node.test),
    Literal: (node) => {
      if (node.value === true || node.value === false) add(node.start, node.end, String(!node.value));
      else if (typeof node.value === 'number') add(node.start, node.end, String(node.value + 1));
    },
    ExpressionStatement: (node) => {
      const { type } = node.expression;
      if (type === 'CallExpression' || type === 'AwaitExpression' || type === 'AssignmentExpression') {
        add(node.start, node.end, '');
      }
    },
  }).visit(program);
  const isCode = ({ start }: Mutation) => !types.some(([from, to]) => from <= start && start < to);
  return found.filter(isCode).sort((one, other) => one.start - other.start);
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 70 ? line : `${line.slice(0, 69)}…`;
}
