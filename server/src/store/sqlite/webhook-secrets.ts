import type { StoredSecret } from '../notification-port.ts';
import type { Store } from '../port.ts';
import type { Transaction } from './transaction.ts';

function setWebhookSecret(
  { db, now }: Transaction,
  { workspaceId, secret, overlapMs = 0 }: Parameters<Store['setWebhookSecret']>[0],
): boolean {
  const sql = `UPDATE workspaces SET previous_webhook_secret = iif(?1 > 0, webhook_secret, NULL),
    previous_webhook_secret_until = iif(?1 > 0, ?2 + ?1, NULL), webhook_secret = ?3 WHERE workspace_id = ?4`;
  return db.run(sql, overlapMs, now, secret, workspaceId) > 0;
}

function storedSecrets({ db, confirmed }: Transaction): StoredSecret[] {
  db.run(
    `UPDATE workspaces SET previous_webhook_secret = NULL, previous_webhook_secret_until = NULL
     WHERE previous_webhook_secret_until <= ?`,
    confirmed,
  );
  return db.all<StoredSecret>(
    `SELECT workspace_id AS workspaceId, 'webhook' AS slot, webhook_secret AS value FROM workspaces WHERE webhook_secret IS NOT NULL
     UNION ALL SELECT workspace_id, 'previous_webhook', previous_webhook_secret FROM workspaces
     WHERE previous_webhook_secret IS NOT NULL
     UNION ALL SELECT workspace_id, service.key || '.' || setting.key, setting.value
     FROM workspaces, json_each(notifications) AS service, json_each(notifications, '$.' || service.key) AS setting
     WHERE service.type = 'object' AND service.key NOT IN ('webhook', 'email') AND setting.type = 'text'
     UNION ALL SELECT workspace_id, 'contact:' || slug, contact FROM page_links WHERE contact IS NOT NULL
     UNION ALL SELECT '', 'push:' || session_id, push FROM sessions WHERE push IS NOT NULL`,
  );
}

const columns = { webhook: 'webhook_secret', previous_webhook: 'previous_webhook_secret' } as const;

function replaceSecret(
  { db }: Transaction,
  { workspaceId, slot, from, to }: Parameters<Store['replaceSecret']>[0],
): boolean {
  const [, kind, of = ''] = /^(push|contact):(.*)$/s.exec(slot) ?? [];
  if (kind === 'push')
    return db.run('UPDATE sessions SET push = ? WHERE session_id = ? AND push = ?', to, of, from) > 0;
  if (kind === 'contact') {
    const sql = 'UPDATE page_links SET contact = ? WHERE workspace_id = ? AND slug = ? AND contact = ?';
    return db.run(sql, to, workspaceId, of, from) > 0;
  }
  if (slot !== 'webhook' && slot !== 'previous_webhook') {
    const sql = `UPDATE workspaces SET notifications = json_set(notifications, '$.' || ?1, ?2)
      WHERE workspace_id = ?3 AND notifications ->> ('$.' || ?1) = ?4`;
    return db.run(sql, slot, to, workspaceId, from) > 0;
  }
  const column = columns[slot];
  return (
    db.run(`UPDATE workspaces SET ${column} = ? WHERE workspace_id = ? AND ${column} = ?`, to, workspaceId, from) > 0
  );
}

export const webhookSecretsWrites = { replaceSecret, setWebhookSecret, storedSecrets };
