import { unsignedWebhooks } from '../../admin/unsigned-webhooks.ts';
import type { Config } from '../../config.ts';
import { isSealed } from '../../lib/sealing.ts';
import type { Store } from '../../store/port.ts';
import { placeOfSecret } from '../../store/sealed-secrets.ts';
import { sealerOf } from '../../store/sealing-keys.ts';
import type { WorkspaceSummary } from '../../store/workspace-port.ts';
import { reach } from './check-network.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const namedAtMost = 3;
const defaultPorts: Readonly<Record<string, number>> = { 'smtp:': 25, 'smtps:': 465 };

/**
 * Checks the mail server. If none is set, reports the workspaces that need one. Resolves to null if no mail server is
 * set or needed.
 */
export async function checkMail(
  { notifications }: Config,
  workspaces: readonly WorkspaceSummary[],
): Promise<Finding | null> {
  if (notifications.smtpUrl === null) {
    const wanting = workspaces.filter((workspace) => workspace.notifications?.email !== undefined);
    if (wanting.length === 0) return null;
    return fail(
      'mail',
      `${naming(wanting)} use email, but no mail server is set`,
      'Set UNDERSTUDY_SMTP_URL and UNDERSTUDY_MAIL_FROM.',
    );
  }
  const { hostname, port, protocol } = new URL(notifications.smtpUrl);
  const number = port === '' ? (defaultPorts[protocol] ?? 25) : Number(port);
  const reason = await reach(hostname, number);
  if (reason === null) return ok('mail', `the mail server ${hostname}:${number} answers`);
  return fail(
    'mail',
    `the mail server ${hostname}:${number} cannot be reached (${reason})`,
    'Check UNDERSTUDY_SMTP_URL, and check that this machine may connect to that server.',
  );
}

/**
 * Checks whether the stored secrets are sealed, and whether a key decrypts each one. Resolves to null if there are
 * none.
 */
export async function checkSecrets(config: Config, store: Store): Promise<Finding | null> {
  const secrets = await store.storedSecrets();
  if (secrets.length === 0) return null;
  const sealer = sealerOf(config.store, config.sealingKeys);
  const unopened = secrets.filter(
    ({ value, ...of }) => of.workspaceId !== '' && sealer.open(value, placeOfSecret(of)) === null,
  );
  if (unopened.length > 0) {
    const ids = [...new Set(unopened.map(({ workspaceId }) => workspaceId))];
    return fail(
      'secrets',
      `no key decrypts the secrets of ${ids.slice(0, namedAtMost).join(', ')}${ids.length > namedAtMost ? ` and ${ids.length - namedAtMost} more` : ''}`,
      'Add the key that encrypted them to UNDERSTUDY_SEALING_KEYS, or create new secrets: understudy notifications secret --workspace ID',
    );
  }
  const plain = secrets.filter(({ value }) => !isSealed(value));
  if (plain.length === 0) return ok('secrets', `${secrets.length} sealed`);
  return warn(
    'secrets',
    `${plain.length} of ${secrets.length} are stored unencrypted`,
    sealer.canSeal
      ? 'Encrypt them: understudy secrets reseal'
      : 'Set UNDERSTUDY_SEALING_KEYS (openssl rand -base64 32), then run: understudy secrets reseal',
  );
}

/**
 * Checks the workspaces' webhooks: whether notifications are signed and encrypted, and cannot reach this machine's own
 * network.
 */
export async function checkWebhooks(
  config: Config,
  store: Store,
  all: readonly WorkspaceSummary[],
): Promise<Finding[]> {
  const workspaces = all.filter(({ notifications }) => notifications?.webhook !== undefined);
  if (workspaces.length === 0) return [];
  const findings: Finding[] = [];
  const unsigned = await unsignedWebhooks(store, workspaces);
  if (unsigned.length > 0) {
    const [first] = unsigned;
    findings.push(
      fail(
        'webhooks',
        `${naming(unsigned)} have a webhook but no secret to sign it with`,
        `Create one: understudy notifications secret --workspace ${first?.workspaceId ?? 'ID'}`,
      ),
    );
  }
  const open = workspaces.filter(({ notifications }) => notifications?.webhook?.url.startsWith('http:') === true);
  if (open.length > 0)
    findings.push(warn('webhooks', `${naming(open)} have a webhook that is not encrypted`, 'Use an https:// address.'));
  if (config.notifications.allowPrivateAddresses) {
    findings.push(
      warn(
        'webhooks',
        'may reach loopback and private addresses',
        'Unless you need that, unset UNDERSTUDY_ALLOW_PRIVATE_WEBHOOKS. With it, anyone who edits a workspace could probe your network.',
      ),
    );
  }
  return findings.length > 0 ? findings : [ok('webhooks', `${naming(workspaces)}: signed and encrypted`)];
}

function naming(workspaces: readonly WorkspaceSummary[]): string {
  const names = workspaces.slice(0, namedAtMost).map(({ workspaceId }) => workspaceId);
  const more = workspaces.length - names.length;
  const count = workspaces.length === 1 ? 'workspace' : 'workspaces';
  return `${count} ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
