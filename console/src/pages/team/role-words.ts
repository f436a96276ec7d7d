import type { Role } from '../../../../server/src/domain/console/shapes.ts';

/** The permissions of each role. */
export const roleWords: Readonly<Record<Role, { readonly name: string; readonly about: string }>> = {
  reviewer: { name: 'Reviewer', about: 'reads and answers the inbox, suggests what to teach, and tries messages.' },
  editor: { name: 'Editor', about: 'also writes, rehearses and publishes personas.' },
  owner: { name: 'Owner', about: 'also creates keys, changes settings, and invites people.' },
};
