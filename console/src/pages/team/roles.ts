import type { Role } from '../../../../server/src/domain/console/shapes.ts';

export type { Role };

export const roles: readonly Role[] = ['reviewer', 'editor', 'owner'];
