import { createId } from '../../lib/ids.ts';
import type { NewLink } from '../../store/account-port.ts';

/** Builds a link that sets up, resets or verifies one account. The link is not tied to a workspace. */
export function accountLink(
  of: Pick<NewLink, 'tokenHash' | 'kind' | 'lifetimeMs' | 'email' | 'accountId' | 'provesAddress'> &
    Partial<Pick<NewLink, 'keepsPasskeys'>>,
): NewLink {
  return { linkId: createId('link'), workspaceId: null, role: null, madeBy: null, keepsPasskeys: false, ...of };
}
