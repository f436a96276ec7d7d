import { unsignedWebhooks } from '../../admin/unsigned-webhooks.ts';
import type { Config } from '../../config.ts';
import type { Store } from '../../store/port.ts';
import type { WorkspaceSummary } from '../../store/workspace-port.ts';
import { reach } from './check-network.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const namedAtMost = 3;
const defaultPorts: Readonly<Record<string, number>> = { 'smtp:': 25, 'smtps:': 465 };

/** The mail server, or whether a workspace wants one where there is none; null where none is needed. */
export async function checkMail(
  { notifications }: Config,
  workspaces: readonly WorkspaceSummary[],
): Promise<Finding | null> {
  if (notifications.smtpUrl === null) {
    const wanting = workspaces.filter((workspace) => workspace.notifications?.email !== undefined);
    if (wanting.length === 0) return null;
    return fail(
      'mail',
      `${naming(wanting)} want e-mail, and there is no mail server`,
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
    'Check UNDERSTUDY_SMTP_URL, and that this machine may connect there.',
  );
}

/** The webhooks of the workspaces: signed, encrypted, and kept out of this machine's own network. */
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
        `${naming(unsigned)} have a webhook and no secret to sign it with`,
        `Make one: understudy notifications secret --workspace ${first?.workspaceId ?? 'ID'}`,
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
        'Unless you need that, unset UNDERSTUDY_ALLOW_PRIVATE_WEBHOOKS: who edits a workspace could probe your network.',
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
