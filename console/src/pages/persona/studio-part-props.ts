import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';

export type PersonaDraft = ConsoleOutput<'readDraft'>;

/** What every part of the studio gets. */
export interface StudioPartProps {
  readonly draft: PersonaDraft;
  /** The address of this profile's studio. */
  readonly base: string;
}
