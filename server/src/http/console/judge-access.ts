import { ConsoleError } from '../../domain/console/console-error.ts';
import type { Access } from '../../domain/console/route.ts';
import { mayAs } from '../../domain/console/shapes.ts';
import type { SessionRecord } from '../../store/account-port.ts';

/**
 * Lets a session through to a route, or refuses. A workspace where it has no role is told apart from one that does not
 * exist by nothing. `session.role` is that in the workspace of the path.
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
  if (!mayAs(session.role, access)) {
    throw new ConsoleError('console_role_missing', { message: `This needs the role ${access} in this workspace.` });
  }
}
