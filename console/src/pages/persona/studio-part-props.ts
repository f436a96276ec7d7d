import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';

export type PersonaDraft = ConsoleOutput<'readDraft'>;

/** The props of every part of the studio. */
export interface StudioPartProps {
  readonly draft: PersonaDraft;
  /** The path of this profile's studio. */
  readonly base: string;
}
