import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';

export type PageOfCreator = ConsoleOutput<'listPages'>['pages'][number];

/** The props of every part of the Page section. */
export interface PagePartProps {
  readonly page: PageOfCreator;
  /** The creator's name. */
  readonly name: string;
}
