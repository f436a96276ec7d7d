import type { Role } from '../../../server/src/domain/console/shapes.ts';
import type { IconName } from '../ui/icon.tsx';

export interface Section {
  readonly path: string;
  readonly label: string;
  readonly icon: IconName;
  /** The lowest role that may use the section. */
  readonly needs: Role;
  /** True if the section appears under "More" on a phone. */
  readonly isLate: boolean;
}

export const sections: readonly Section[] = [
  { path: 'home', label: 'Home', icon: 'home', needs: 'reviewer', isLate: false },
  { path: 'inbox', label: 'Inbox', icon: 'review', needs: 'reviewer', isLate: false },
  { path: 'persona', label: 'Persona', icon: 'persona', needs: 'reviewer', isLate: false },
  { path: 'teach', label: 'Teach', icon: 'teach', needs: 'reviewer', isLate: true },
  { path: 'playground', label: 'Try it', icon: 'playground', needs: 'reviewer', isLate: false },
  { path: 'usage', label: 'Usage', icon: 'usage', needs: 'reviewer', isLate: true },
  { path: 'connections', label: 'Connections', icon: 'connections', needs: 'reviewer', isLate: true },
  { path: 'page', label: 'Page', icon: 'page', needs: 'reviewer', isLate: true },
  { path: 'settings', label: 'Developer', icon: 'settings', needs: 'owner', isLate: true },
  { path: 'team', label: 'Team', icon: 'team', needs: 'owner', isLate: true },
  { path: 'account', label: 'Your account', icon: 'account', needs: 'reviewer', isLate: true },
];
