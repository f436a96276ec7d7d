import type { Config } from '../../config.ts';
import type { Store } from '../../store/port.ts';
import type { WorkspaceSummary } from '../../store/workspace-port.ts';
import { type Finding, ok, warn } from './finding.ts';

const namedAtMost = 3;

/**
 * Checks whether Pages are served from a different origin than the console, and whether a sealing key is set for Pages.
 * Resolves to no findings if there is no Page.
 */
export async function checkPages(
  config: Pick<Config, 'store' | 'sealingKeys'>,
  store: Pick<Store, 'listPages'>,
  workspaces: readonly WorkspaceSummary[],
): Promise<Finding[]> {
  const all = await Promise.all(workspaces.map(({ workspaceId }) => store.listPages({ workspaceId })));
  const pages = all.flatMap((of) => of ?? []).filter(({ status }) => status === 'active');
  if (pages.length === 0) return [];
  const findings: Finding[] = [];
  const shared = pages.filter(({ domains }) => domains.every(({ provenAt }) => provenAt === null));
  const names = shared.slice(0, namedAtMost).map(({ slug }) => slug);
  const more = shared.length > names.length ? ` and ${shared.length - names.length} more` : '';
  findings.push(
    shared.length === 0
      ? ok('pages', `each of ${pages.length} Pages has its own domain`)
      : warn(
          'pages',
          `the Pages ${names.join(', ')}${more} share the console's origin`,
          'Give each its own domain: understudy pages domain SLUG DOMAIN --workspace ID',
        ),
  );
  if (config.store.kind === 'postgres' && config.sealingKeys.length === 0) {
    findings.push(
      warn(
        'page keys',
        "without a sealing key, the Pages' proofs and tickets are valid only in one process, until it ends, and visitors' messages are stored unencrypted",
        'Set UNDERSTUDY_SEALING_KEYS (openssl rand -base64 32) for every process.',
      ),
    );
  }
  return findings;
}
