import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Inserts rows into every table for connected inboxes and Pages, in an existing workspace and conversation. */
export function plantInbox(dataDir: string, workspaceId: string): void {
  const db = new DatabaseSync(join(dataDir, 'understudy.db'));
  const settings = '{"name":"Instagram","channel":"instagram","mode":"ready","replyWindowHours":null}';
  db.exec(`
    INSERT INTO connections VALUES ('${workspaceId}', 'con_1', 'prof_aurora', 'generic', '${settings}', 'paused', 'active', 1, 5, 4, 'rcv_1',
      '[{"sealed":"sealed:v1:x","endsAt":null}]');
    INSERT INTO receivers VALUES ('rcv_2', '${workspaceId}', 1, '{"receiverId":"rcv_2","workspaceId":"${workspaceId}","isPulled":true,"links":[]}');
    INSERT INTO threads VALUES ('${workspaceId}', 'conv_1', 'con_1', 't1', 9, 8, 'paused', 7, '{"epoch":3,"contactId":"u1"}');
    INSERT INTO early_changes VALUES ('${workspaceId}', 'conv_1', 'm_early', 6, NULL);
    INSERT INTO event_keys VALUES ('${workspaceId}', 'con_1', 'hash', 5);
    INSERT INTO refused_events VALUES ('${workspaceId}', 'ref_1', 'con_1', 5, '{"outcome":"unreadable","paths":["events"]}', NULL);
    INSERT INTO reply_drafts VALUES ('${workspaceId}', 'drf_1', 'conv_1', 'con_1', 3, 'queued', 'out_1', 5, '{"reply":"I ship worldwide.","messageIds":["m1"]}');
    INSERT INTO outbox VALUES ('${workspaceId}', 'out_1', 'conv_1', 'con_1', 'prof_aurora', 'ready', 4, NULL, '{"text":"I ship worldwide."}');
    INSERT INTO outbox_claims VALUES ('${workspaceId}', 'claim-001', 'hash', 'out_1', 'conv_1', '{"b":1,"a":2}', 5);
    INSERT INTO outbox_counters VALUES ('${workspaceId}', 4);
    INSERT INTO pages VALUES ('${workspaceId}', 'aurora', 'prof_aurora', 4, '{"status":"active","model":false,"frameAncestors":["https://a.example"],"dailyReplies":null,"dailyHandoffs":50,"theme":null,"robots":"noindex"}', '{"notificationId":"ntf_1","dueInMs":900000}');
    INSERT INTO page_domains VALUES ('${workspaceId}', 'a.example', 'aurora', 'token', 5);
    INSERT INTO page_domains VALUES ('${workspaceId}', 'b.example', 'aurora', 'token', NULL);
    INSERT INTO page_uses VALUES ('${workspaceId}', 'use', 'aurora', 'network', 1, 5);
    INSERT INTO page_asks VALUES ('${workspaceId}', 'ask_1', 'aurora', 5, 'Do you ship?', 'hash', NULL, 'revision', 1, 0, 'shipping', '["f_ship"]', NULL);
    INSERT INTO page_asks VALUES ('${workspaceId}', 'ask_2', 'aurora', 6, 'Who are you?', 'hash', 'network', 'revision', 0, 0, 'other', '[]', 'conv_1');
    INSERT INTO page_links VALUES ('${workspaceId}', 'token', 'aurora', 'conv_1', 6, 'sealed:v1:x', 7);
    INSERT INTO page_days VALUES ('${workspaceId}', 'aurora', '2026-11-23', 3, 2);
    INSERT INTO page_items VALUES ('${workspaceId}', 'prof_aurora', 'f_ship', 'hash', 4);
    UPDATE workspaces SET shares = '{"inbox":50}' WHERE workspace_id = '${workspaceId}';
    UPDATE messages SET edited_at = 12, attachments = '["image"]' WHERE workspace_id = '${workspaceId}' AND conversation_id = 'conv_1';
  `);
  db.close();
}
