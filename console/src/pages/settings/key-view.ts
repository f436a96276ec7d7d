import type { ConsoleOutput } from '../../../../server/src/domain/console/routes.ts';

export type KeyView = ConsoleOutput<'listKeys'>['keys'][number];
