import { type Expression, type Node, parseSync, Visitor } from 'oxc-parser';
import { opposites, otherMethods, shortForms } from './operators.ts';

/** One small change of a source file: `text` replaces the characters from `start` to `end`. */
export interface Mutation {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The change, for the report: `a < b → a <= b`. */
  readonly what: string;
}

/** Numbers up to this one are bounds and counts; adding one to a larger one changes nothing that anyone could notice. */
const largestBound = 10;
/** A text of this form is a code, such as a state, an outcome or a reason. */
const code = /^[a-z][a-zA-Z]*([-_.:][a-zA-Z]+)*:?$/;

/**
 * Returns all mutations of a source file, in order. docs/mutation.md lists the operators. Types and imports stay
 * unchanged.
 * @throws Error if the file cannot be parsed
 */
export function findMutations(file: string, source: string): Mutation[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: Mutation[] = [];
  const excluded: (readonly [start: number, end: number])[] = [];
  const bounds = new Set<number>();
  const lineOf = (at: number) => source.slice(0, at).split('\n').length;
  const add = (start: number, end: number, text: string) => {
    const what = `${short(source.slice(start, end))} → ${text === ';' ? 'nothing' : short(text)}`;
    found.push({ line: lineOf(start), start, end, text, what });
  };
  /** Replaces the first `from` between two places, and shows its surroundings. */
  const exchange = (from: string, to: string | undefined, after: number, before: number) => {
    const at = source.indexOf(from, after);
    if (to === undefined || at < 0 || at >= before) return;
    const around = short(source.slice(Math.max(0, after - 30), before + 30));
    const what = `${from} → ${to === '' ? 'nothing' : to} in ${around}`;
    found.push({ line: lineOf(at), start: at, end: at + from.length, text: to, what });
  };
  const negate = (test: Expression) => {
    // A comparison's operator is replaced in any case, which negates the condition.
    if (test.type === 'UnaryExpression' && test.operator === '!') return;
    if (test.type === 'BinaryExpression' && ['===', '!=='].includes(test.operator)) return;
    add(test.start, test.end, `!(${source.slice(test.start, test.end)})`);
  };
  const leaveOut = ({ start, end }: Node) => add(start, end, ';');
  const exclude = ({ start, end }: Node) => excluded.push([start, end]);
  const markBound = (node: Node | null | undefined) => {
    if (node?.type === 'Literal' && typeof node.value === 'number') bounds.add(node.start);
  };
  new Visitor({
    TSLiteralType: exclude,
    TSTypeAliasDeclaration: exclude,
    TSInterfaceDeclaration: exclude,
    ImportDeclaration: exclude,
    BinaryExpression: (node) => {
      // A sum of texts is not arithmetic: subtracting them is an error that any test would show.
      const isText = [node.left, node.right].some(({ type }) => type === 'TemplateLiteral');
      if (!isText) exchange(node.operator, opposites[node.operator], node.left.end, node.right.start);
      markBound(node.left);
      markBound(node.right);
    },
    LogicalExpression: (node) => {
      exchange(node.operator, opposites[node.operator], node.left.end, node.right.start);
    },
    UnaryExpression: (node) => {
      if (node.operator === '!') exchange('!', '', node.start, node.argument.start);
    },
    UpdateExpression: (node) => exchange(node.operator, opposites[node.operator], node.start, node.end),
    AssignmentExpression: (node) => {
      exchange(node.operator, shortForms[node.operator], node.left.end, node.right.start);
    },
    IfStatement: (node) => negate(node.test),
    ConditionalExpression: (node) => negate(node.test),
    VariableDeclarator: (node) => markBound(node.init),
    CallExpression: (node) => {
      for (const argument of node.arguments) markBound(argument);
      if (node.callee.type !== 'MemberExpression' || node.callee.computed) return;
      const { name } = node.callee.property;
      const { start, end } = node.callee.property;
      exchange(name, otherMethods[name], start, end);
    },
    MemberExpression: (node) => {
      // After an indexed access, the compiler requires it even where the element always exists.
      const isIndexed = node.object.type === 'MemberExpression' && node.object.computed;
      if (node.optional && !isIndexed) exchange('?.', node.computed ? '' : '.', node.object.end, node.property.start);
      if (node.computed) markBound(node.property);
    },
    Property: (node) => {
      if (!node.computed) exclude(node.key);
    },
    TemplateLiteral: (node) => {
      const [first] = node.quasis;
      if (first !== undefined && node.expressions.length === 1 && code.test(first.value.raw))
        add(node.start, node.end, '``');
    },
    Literal: (node) => {
      if (node.value === true || node.value === false) add(node.start, node.end, String(!node.value));
      else if (typeof node.value === 'number' && node.value <= largestBound) {
        if (bounds.has(node.start)) add(node.start, node.end, String(node.value + 1));
      } else if (typeof node.value === 'string' && code.test(node.value)) add(node.start, node.end, "''");
    },
    ExpressionStatement: (node) => {
      const { type } = node.expression;
      if (type === 'CallExpression' || type === 'AwaitExpression' || type === 'AssignmentExpression') {
        leaveOut(node);
      }
    },
    ContinueStatement: leaveOut,
    BreakStatement: leaveOut,
    ReturnStatement: (node) => {
      if (node.argument === null) leaveOut(node);
    },
  }).visit(program);
  const isCode = ({ start }: Mutation) => !excluded.some(([from, to]) => from <= start && start < to);
  return found.filter(isCode).sort((one, other) => one.start - other.start || one.end - other.end);
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 70 ? line : `${line.slice(0, 69)}…`;
}
