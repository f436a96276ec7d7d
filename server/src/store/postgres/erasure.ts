import pg from 'pg';
import type { Store } from '../port.ts';
import type { Call } from './database.ts';
import { createForgetting, forgetWrites } from './forgetting.ts';
import { storeFault } from './store-fault.ts';

export function createErasure(
  call: Call,
  url: string,
): Pick<Store, 'contactConversations' | 'forgetConversations' | 'scrub'> {
  const { contactConversations, forgetConversations } = createForgetting(call);
  return {
    contactConversations,
    forgetConversations: async (input) => {
      const removed = await forgetConversations(input, null);
      return { ...removed, responses: await forgetWrites(call, input.workspaceId) };
    },
    scrub: async () => {
      await vacuum(url);
      return 'VACUUM freed the removed rows for reuse; their bytes stay in the files of PostgreSQL, unreadable to any query, until they are overwritten (VACUUM FULL overwrites them at once, and locks the tables meanwhile)';
    },
  };
}

/** On a connection of its own: it takes as long as it takes, and may not stand in a transaction. */
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'understudy',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (const table of ['messages', 'conversations', 'notifications', 'writes']) {
      await client.query(`VACUUM (INDEX_CLEANUP ON) understudy.${table}`);
    }
  } catch (error) {
    throw storeFault(error);
  } finally {
    await client.end();
  }
}
