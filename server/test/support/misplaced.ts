import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { StoreLocation } from '../../src/store/location.ts';

/** Returns the conversations whose stored place in the inbox differs from the place that they would get now. */
export async function misplaced(location: StoreLocation, superuserUrl: string | null): Promise<readonly unknown[]> {
  if (location.kind === 'sqlite') {
    const db = new DatabaseSync(join(location.dataDir, 'understudy.db'), { readOnly: true });
    try {
      return db
        .prepare(
          `SELECT * FROM (SELECT * FROM inbox_placing EXCEPT SELECT * FROM inbox_places)
           UNION ALL SELECT * FROM (SELECT * FROM inbox_places EXCEPT SELECT * FROM inbox_placing)`,
        )
        .all();
    } finally {
      db.close();
    }
  }
  const client = new pg.Client(superuserUrl ?? location.url);
  await client.connect();
  try {
    await client.query('SET search_path = understudy');
    const { rows } = await client.query(
      `SELECT c.conversation_id, c.state, p.* FROM conversations c
       LEFT JOIN inbox_places p USING (workspace_id, conversation_id)
       LEFT JOIN LATERAL (SELECT n.created_at, n.verdict ->> 'urgency' AS urgency FROM notifications n
         WHERE c.state = 'awaiting_owner' AND n.workspace_id = c.workspace_id AND n.conversation_id = c.conversation_id
         ORDER BY n.created_at DESC LIMIT 1) AS n ON true
       WHERE (p.tab, p.profile_id, p.channel, p.last_at, p.since, p.urgency) IS DISTINCT FROM
         (inbox_tab(c), c.profile_id, c.channel, coalesce(c.last_message_at, 0),
          coalesce(n.created_at, c.last_message_at, 0), CASE n.urgency WHEN 'urgent' THEN 0 WHEN 'high' THEN 1 ELSE 2 END)`,
    );
    return rows;
  } finally {
    await client.end();
  }
}
