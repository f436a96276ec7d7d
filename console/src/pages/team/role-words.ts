import type { Role } from '../../../../server/src/domain/console/shapes.ts';

/** Each role's permissions, in plain words. */
export const roleWords: Readonly<Record<Role, { readonly name: string; readonly about: string }>> = {
  reviewer: { name: 'Reviewer', about: 'reads and answers the inbox, suggests what to teach, and tries messages.' },
  editor: { name: 'Editor', about: 'also writes, rehearses and publishes personas.' },
  owner: { name: 'Owner', about: 'also creates keys, changes settings, and invites people.' },
};
