import { ConsoleError } from '../../domain/console/console-error.ts';
import type { Access } from '../../domain/console/route.ts';
import { hasRole } from '../../domain/console/shapes.ts';
import type { SessionRecord } from '../../store/account-port.ts';

/**
 * Checks that a session may use a route. A workspace in which the session has no role gets the same answer as one that
 * does not exist. `session.role` is the role in the workspace that the path names.
 * @throws ConsoleError `console_signed_out`, `console_not_found` or `console_role_missing`
 */
export function judgeAccess(access: Access, session: SessionRecord | null): void {
  if (access === 'anyone') return;
  if (session === null) throw new ConsoleError('console_signed_out');
  if (access === 'account') return;
  if (access === 'installer') {
    if (!session.isInstaller) throw new ConsoleError('console_role_missing');
    return;
  }
  if (session.role === null) throw new ConsoleError('console_not_found');
  if (!hasRole(session.role, access)) {
    throw new ConsoleError('console_role_missing', { message: `This requires the role ${access} in this workspace.` });
  }
}
