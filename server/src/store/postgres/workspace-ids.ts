import type { Call } from './database.ts';

const atOnce = 1_000;

/** Yields all workspace ids in order, and reads them in pages. */
export async function* workspaceIds(call: Call): AsyncGenerator<string> {
  let page: string[];
  let after = '';
  do {
    page = await call<string[]>('workspace_ids', { after, limit: atOnce });
    yield* page;
    after = page.at(-1) ?? after;
  } while (page.length === atOnce);
}
