import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

export interface Area {
  readonly name: string;
  /** Source files, relative to the root of the checkout. */
  readonly files: readonly string[];
  /** The tests that should notice a change in these files. */
  readonly tests: readonly string[];
}

const repository = join(import.meta.dirname, '../../..');

/**
 * The areas in which no mistake may go unnoticed. Their tests are listed quickest first, and end at the first failure.
 * Only parts of the store's contract are run, because all of it takes two minutes.
 */
export const areas: readonly Area[] = [
  area(
    'decision',
    [
      'server/src/drafting/{assess,settle,policy-table}.ts',
      'server/src/drafting/decide/*.ts',
      'server/src/drafting/answer/find-answer.ts',
    ],
    [
      ...tests(
        'drafting',
        'policy-table',
        'main-intent',
        'vetoes',
        'finding',
        'doubt',
        'topics',
        'thread-so-far',
        'trace',
        'compose',
        'retrieval',
      ),
      ...tests('drafting', 'said-to-a-person', 'embedded-engine', 'answer', 'bounded-work'),
      ...tests('http', 'decisions', 'draft-context'),
      ...tests('page', 'page-doubts'),
      ...tests('models', 'second-look', 'languages'),
      ...tests('cli', 'explain'),
    ],
  ),
  area(
    'guard',
    ['server/src/drafting/guard/**/*.ts'],
    [
      ...tests('drafting', 'guard-claims', 'guard-clauses', 'guard-words', 'guard-parts', 'guard-small-words', 'guard'),
      ...tests('drafting', 'guard-paraphrases', 'compose', 'judge-phrases', 'guard-mutations'),
      ...tests('models', 'prompt', 'drafting'),
    ],
  ),
  area(
    'admission',
    [
      'server/src/capabilities/{write-once,draft-optimistic,draft-leased,draft-reply,create-handoff}.ts',
      'server/src/store/sqlite/{allowance,complete-admission,drafts,handoffs,leases,prepare-draft}.ts',
    ],
    [
      ...tests(
        'http',
        'idempotency',
        'handoff',
        'handoff-fields',
        'draft-context',
        'draft-fields',
        'allowance',
        'lost-lease',
      ),
      ...tests('http', 'persona-and-usage', 'logs', 'openapi-check', 'contract-rows'),
      ...tests('telemetry', 'stages', 'metrics'),
      ...tests('capabilities', 'scopes', 'examples'),
      ...tests('mcp', 'tool-list', 'surfaces'),
      'server/test/mutation/admission-contract.ts',
      ...tests('store', 'taught-with-profile'),
      ...tests('forgetting', 'retention'),
      'server/test/mutation/simulated-writes.ts',
      ...tests('http', 'order-of-checks'),
      ...tests('models', 'load'),
    ],
  ),
  area(
    'settlement',
    [
      'server/src/domain/inbox/{allowance,charge,outbox-rules,settle-thread,thread-rules,thread-work}.ts',
      'server/src/store/sqlite/{inbox-save,notifications,write-record}.ts',
    ],
    [
      ...tests('store', 'inbox-allowance', 'joined-events'),
      ...tests('jobs', 'notifications-page', 'thread-autonomy', 'retention', 'notification-delivery'),
      ...tests('admin', 'connection-health', 'measures', 'reply-measures'),
      ...tests('http', 'idempotency'),
      'server/test/mutation/inbox-contract.ts',
      'server/test/mutation/admission-contract.ts',
      ...tests('models', 'inboxes'),
      ...tests('console', 'inbox'),
      ...tests('connections', 'erased-payloads', 'push-kinds', 'generic', 'telegram-gap', 'faults'),
      ...tests('forgetting', 'erased-handles'),
      ...tests('jobs', 'notification-retries', 'push'),
    ],
  ),
];

function tests(folder: string, ...names: string[]): string[] {
  return names.map((name) => `server/test/${folder}/${name}.test.ts`);
}

/**
 * @throws Error if a pattern or a test names a file that does not exist, so that an area cannot shrink unnoticed
 */
function area(name: string, patterns: readonly string[], guards: readonly string[]): Area {
  for (const [whole, names] of patterns.map((pattern) => [pattern, /\{(.*)\}/.exec(pattern)?.[1]] as const))
    for (const one of names?.split(',') ?? [])
      if (!existsSync(join(repository, whole.replace(/\{.*\}/, one)))) throw new Error(`${whole}: there is no ${one}`);
  for (const test of guards) if (!existsSync(join(repository, test))) throw new Error(`there is no ${test}`);
  const files = globSync([...patterns], { cwd: repository }).map((path) => path.replaceAll('\\', '/'));
  return { name, files: files.toSorted(), tests: guards };
}
