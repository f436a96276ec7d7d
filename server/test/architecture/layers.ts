/**
 * The folders that each folder in `server/src` may import. Imports go in one direction, from the surfaces that callers
 * use to code that knows nothing about the product. `docs/architecture.md` shows the same table, and a test compares
 * the two.
 */
export const layers: Readonly<Record<string, readonly string[]>> = {
  main: [
    'cli',
    'http',
    'mcp',
    'jobs',
    'pull',
    'admin',
    'capabilities',
    'connectors',
    'config',
    'teaching',
    'drafting',
    'store',
    'models',
    'telemetry',
    'domain',
    'lib',
  ],
  cli: [
    'http',
    'mcp',
    'jobs',
    'pull',
    'admin',
    'capabilities',
    'connectors',
    'config',
    'teaching',
    'drafting',
    'store',
    'models',
    'telemetry',
    'domain',
    'lib',
  ],
  http: [
    'mcp',
    'admin',
    'capabilities',
    'connectors',
    'config',
    'teaching',
    'drafting',
    'store',
    'models',
    'domain',
    'lib',
  ],
  mcp: ['admin', 'capabilities', 'config', 'teaching', 'drafting', 'store', 'models', 'domain', 'lib'],
  pull: ['jobs', 'capabilities', 'connectors', 'config', 'store', 'domain', 'lib'],
  jobs: ['admin', 'capabilities', 'connectors', 'config', 'teaching', 'drafting', 'store', 'models', 'domain', 'lib'],
  admin: ['config', 'teaching', 'drafting', 'store', 'models', 'domain', 'lib'],
  capabilities: ['connectors', 'config', 'teaching', 'drafting', 'store', 'models', 'domain', 'lib'],
  connectors: ['domain', 'lib'],
  teaching: ['drafting', 'store', 'domain', 'lib'],
  config: ['store', 'domain', 'lib'],
  drafting: ['domain', 'lib'],
  models: ['domain', 'lib'],
  telemetry: ['config', 'domain', 'lib'],
  store: ['domain', 'lib'],
  domain: ['lib'],
  lib: [],
};

/** Packages and modules that belong to one or two folders: no other folder imports them. */
export const owners: Readonly<Record<string, readonly string[]>> = {
  'node:sqlite': ['store/sqlite'],
  pg: ['store/postgres'],
  ai: ['models'],
  '@ai-sdk/': ['models'],
  fastify: ['http', 'mcp'],
  '@fastify/': ['http', 'mcp'],
  '@scalar/': ['http'],
  '@simplewebauthn/': ['admin'],
  '@modelcontextprotocol/': ['mcp'],
  commander: ['cli'],
  'cli-table3': ['cli'],
  'cli-progress': ['cli'],
  nodemailer: ['jobs'],
  imapflow: ['pull'],
  'postal-mime': ['connectors'],
  standardwebhooks: ['jobs'],
  '@block65/': ['jobs'],
  eld: ['drafting'],
  'prom-client': ['telemetry'],
  '@opentelemetry/': ['telemetry'],
};

/** Pairs of subfolders that must not import each other, because the SQL dialects share nothing. */
export const strangers: readonly (readonly [string, string])[] = [['store/sqlite', 'store/postgres']];

/** Files at the top of `server/src`, and folders, that belong to a layer with another name. */
const layerOfName: Readonly<Record<string, string>> = { 'main.ts': 'main', 'config.ts': 'config', settings: 'config' };

/** Returns the layer of a file. The path is relative to `server/src`. */
export function layerOf(file: string): string {
  const first = file.split('/')[0] ?? file;
  return layerOfName[first] ?? first;
}

/** Returns the table of allowed imports for `docs/architecture.md`, in Markdown. */
export function layersAsMarkdown(): string {
  return ['| folder | may import |', '|---|---|', ...rows(layers)].join('\n');
}

export function ownersAsMarkdown(): string {
  return ['| package | imported only by |', '|---|---|', ...rows(owners)].join('\n');
}

function rows(table: Readonly<Record<string, readonly string[]>>): string[] {
  const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  return Object.entries(table).map(([name, names]) => `| \`${name}\` | ${codes(names) || 'nothing'} |`);
}
