import { type Argument, type Expression, parseSync, Visitor } from 'oxc-parser';

/**
 * The read calls of the Bot API, and the methods of the IMAP client that only read. The folder that asks providers uses
 * nothing else.
 */
const readCalls = ['getMe', 'getWebhookInfo', 'getUpdates'];
const mailReads = ['connect', 'list', 'mailboxOpen', 'fetch', 'idle', 'close', 'on', 'off'];

/**
 * Returns the statements in a source file in `pull/` that could change something at a provider; empty if the file can
 * only read.
 */
export function sendsIn(file: string, source: string): string[] {
  const found: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (callee.type === 'Identifier' && callee.name === 'fetch' && methodOf(given[1]) !== 'GET')
        found.push('a request that is not a plain GET');
      if (callee.type === 'Identifier' && callee.name === 'ask' && !readCalls.includes(textOf(given[0]) ?? ''))
        found.push(`the call ${textOf(given[0]) ?? 'that is no plain name'}`);
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { object, property } = callee;
      if (object.type !== 'Identifier' || object.name !== 'client') return;
      if (!mailReads.includes(property.name)) found.push(`the mail command ${property.name}`);
      if (property.name === 'mailboxOpen' && propertyOf(given[1], 'readOnly') !== true)
        found.push('a mailbox that is not opened read-only');
    },
    Literal({ value }) {
      if (typeof value === 'string' && /^(?:send|edit|delete|forward|copy|answer|set)[A-Z]/.test(value))
        found.push(`the name ${value}`);
    },
  }).visit(parseSync(file, source).program);
  return [...new Set(found)];
}

function methodOf(options: Argument | undefined): unknown {
  return propertyOf(options, 'method');
}

/** Returns the value of an object's property; undefined if the source does not contain it as a literal. */
function propertyOf(options: Argument | undefined, name: string): unknown {
  if (options?.type !== 'ObjectExpression') return undefined;
  for (const property of options.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || property.key.name !== name) continue;
    return literalOf(property.value);
  }
  return undefined;
}

function literalOf(expression: Expression | Argument): unknown {
  return expression.type === 'Literal' ? expression.value : undefined;
}

function textOf(argument: Argument | undefined): string | null {
  const value = argument === undefined ? undefined : literalOf(argument);
  return typeof value === 'string' ? value : null;
}
