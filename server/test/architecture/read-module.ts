import { posix } from 'node:path';
import { type Argument, type Expression, parseSync, Visitor } from 'oxc-parser';

export interface SourceModule {
  /** Relative to `server/src`, with forward slashes. */
  readonly file: string;
  /** Files in `server/src` that the module imports (including types), re-exports, loads dynamically or names by URL. */
  readonly files: readonly string[];
  /** Packages and `node:` modules that the module imports, as written. */
  readonly packages: readonly string[];
  /**
   * Descriptions of places where the source reads something that only the composition root may read, or imports
   * something that cannot be checked.
   */
  readonly oddities: readonly string[];
}

/** Reads one module's imports with a real parser, so that comments, strings and type positions do not mislead it. */
export function readModule(file: string, source: string): SourceModule {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const requests: string[] = [];
  const oddities: string[] = [];
  const request = (node: Expression | Argument | null | undefined, what: string) => {
    if (node?.type === 'Literal' && typeof node.value === 'string') requests.push(node.value);
    else if (node != null) oddities.push(`${what} of something that is not a plain string`);
  };
  new Visitor({
    ImportDeclaration: (node) => request(node.source, 'import'),
    ExportNamedDeclaration: (node) => request(node.source, 'export'),
    ExportAllDeclaration: (node) => request(node.source, 'export'),
    ImportExpression: (node) => request(node.source, 'import()'),
    TSImportType: (node) => request(node.source, 'import type'),
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') request(node.arguments[0], 'require');
    },
    NewExpression: (node) => {
      const [path, base] = node.arguments;
      const isUrl = node.callee.type === 'Identifier' && node.callee.name === 'URL';
      if (isUrl && base?.type === 'MemberExpression' && base.object.type === 'MetaProperty') {
        request(path, 'URL beside the module');
      }
    },
    MemberExpression: (node) => {
      const name =
        node.property.type === 'Identifier' ? node.property.name : 'value' in node.property ? node.property.value : '';
      const isProcess = node.object.type === 'Identifier' && node.object.name === 'process';
      if (isProcess && (name === 'env' || name === 'argv' || name === 'execArgv')) oddities.push(`process.${name}`);
    },
    VariableDeclarator: (node) => {
      if (node.init?.type === 'Identifier' && node.init.name === 'process') oddities.push('process taken apart');
    },
  }).visit(program);
  const local = requests.filter((name) => name.startsWith('.'));
  return {
    file,
    files: local.map((name) => posix.join(posix.dirname(file), name)).filter((name) => /\.tsx?$/.test(name)),
    packages: requests.filter((name) => !name.startsWith('.')),
    oddities: requests.includes('node:process') ? [...oddities, 'import of node:process'] : oddities,
  };
}
