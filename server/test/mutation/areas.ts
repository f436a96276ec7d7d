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

/** The areas in which no mistake may go unnoticed. */
export const areas: readonly Area[] = [
  area(
    'decision',
    [
      'server/src/drafting/{assess,settle,policy-table}.ts',
      'server/src/drafting/decide/*.ts',
      'server/src/drafting/answer/find-answer.ts',
    ],
    [
      ...['answer', 'autonomy', 'compose', 'doubt', 'embedded-engine', 'retrieval', 'said-to-a-person'].map(
        (name) => `server/test/drafting/${name}.test.ts`,
      ),
      'server/test/http/decisions.test.ts',
      'server/test/http/draft-fields.test.ts',
    ],
  ),
  area('guard', ['server/src/drafting/guard/**/*.ts'], ['server/test/drafting/guard']),
  area(
    'admission',
    [
      'server/src/capabilities/{write-once,draft-optimistic,draft-leased,draft-reply,create-handoff}.ts',
      'server/src/store/sqlite/{allowance,complete-admission,drafts,handoffs,leases,prepare-draft}.ts',
    ],
    [
      'server/test/http/idempotency.test.ts',
      'server/test/http/allowance.test.ts',
      'server/test/http/handoff.test.ts',
      'server/test/http/order-of-checks.test.ts',
      'server/test/store/store-contract-sqlite.test.ts',
    ],
  ),
  area(
    'settlement',
    [
      'server/src/domain/inbox/{allowance,charge,outbox-rules,settle-thread,thread-rules,thread-work}.ts',
      'server/src/store/sqlite/{inbox-save,notifications,write-record}.ts',
    ],
    [
      'server/test/store/store-contract-sqlite.test.ts',
      'server/test/store/inbox-allowance.test.ts',
      'server/test/store/joined-events.test.ts',
      'server/test/models/inbox-turns.test.ts',
      'server/test/jobs/notification',
    ],
  ),
];

/**
 * @throws Error if a pattern names a file that does not exist, so that an area cannot shrink unnoticed
 */
function area(name: string, patterns: readonly string[], tests: readonly string[]): Area {
  for (const [whole, names] of patterns.map((pattern) => [pattern, /\{(.*)\}/.exec(pattern)?.[1]] as const))
    for (const one of names?.split(',') ?? [])
      if (!existsSync(join(repository, whole.replace(/\{.*\}/, one)))) throw new Error(`${whole}: there is no ${one}`);
  const files = globSync([...patterns], { cwd: repository }).map((path) => path.replaceAll('\\', '/'));
  return { name, files: files.toSorted(), tests };
}
