-- What brings messages of one application, bot or mailbox of a provider, for one connection or for many. A reference table: it crosses
-- workspaces, and holds no content. Secrets in it are sealed.
CREATE TABLE receivers (
  receiver_id text COLLATE "C" PRIMARY KEY,
  workspace_id text COLLATE "C",
  is_pulled boolean NOT NULL,
  data json NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX receivers_pulled ON receivers (receiver_id) WHERE is_pulled;
