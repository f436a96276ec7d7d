-- Pages, which answer visitors from approved items.
CREATE TABLE pages (
  workspace_id TEXT NOT NULL REFERENCES workspaces,
  slug         TEXT NOT NULL UNIQUE,
  profile_id   TEXT NOT NULL,
  created_at   INTEGER NOT NULL,
  settings     TEXT NOT NULL,              -- JSON
  notice       TEXT,                       -- JSON: the gathered notice that was queued last
  PRIMARY KEY (workspace_id, slug),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles
) STRICT, WITHOUT ROWID;

-- Domains of creators. Of those that several claim, one is proven.
CREATE TABLE page_domains (
  workspace_id TEXT NOT NULL,
  domain       TEXT NOT NULL,
  slug         TEXT NOT NULL,
  token        TEXT NOT NULL,              -- what the TXT record must hold
  proven_at    INTEGER,
  PRIMARY KEY (workspace_id, domain),
  FOREIGN KEY (workspace_id, slug) REFERENCES pages ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX page_domains_proven ON page_domains (domain) WHERE proven_at IS NOT NULL;

-- Proofs and tickets that were spent: each of them is one ask that counts.
CREATE TABLE page_uses (
  workspace_id TEXT NOT NULL,
  use_hash     TEXT NOT NULL,
  slug         TEXT NOT NULL,
  network      TEXT NOT NULL,              -- a hash with a daily salt
  is_form      INTEGER NOT NULL,
  at           INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, use_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX page_uses_of_network ON page_uses (workspace_id, slug, network, at);
CREATE INDEX page_uses_by_time ON page_uses (at);

CREATE TABLE page_asks (
  workspace_id    TEXT NOT NULL,
  ask_id          TEXT NOT NULL,
  slug            TEXT NOT NULL,
  at              INTEGER NOT NULL,
  question        TEXT NOT NULL,
  question_hash   TEXT NOT NULL,
  network         TEXT,                    -- as in page_uses; NULL after a day
  revision        TEXT NOT NULL,
  is_answered     INTEGER NOT NULL,
  is_charged      INTEGER NOT NULL,
  intent          TEXT NOT NULL,
  items           TEXT NOT NULL,           -- JSON array
  conversation_id TEXT,
  PRIMARY KEY (workspace_id, ask_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX page_asks_of_question ON page_asks (workspace_id, slug, question_hash, at);
CREATE INDEX page_asks_newest ON page_asks (workspace_id, slug, at DESC, ask_id);
CREATE INDEX page_asks_of_conversation ON page_asks (workspace_id, conversation_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX page_asks_by_time ON page_asks (at);
CREATE INDEX page_asks_of_networks ON page_asks (at) WHERE network IS NOT NULL;

-- Secret links under which visitors find the creator's answer.
CREATE TABLE page_links (
  workspace_id    TEXT NOT NULL,
  token_hash      TEXT NOT NULL,
  slug            TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  created_at      INTEGER NOT NULL,
  contact         TEXT,                    -- sealed
  resolved_at     INTEGER,                 -- since when nobody waits for the creator, as far as that was seen
  PRIMARY KEY (workspace_id, token_hash),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX page_links_of_conversation ON page_links (workspace_id, conversation_id);
CREATE INDEX page_links_with_contact ON page_links (workspace_id, conversation_id) WHERE contact IS NOT NULL;

CREATE TABLE page_days (
  workspace_id TEXT NOT NULL,
  slug         TEXT NOT NULL,
  day          TEXT NOT NULL,              -- of UTC, such as 2026-11-23
  replies      INTEGER NOT NULL,
  handoffs     INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, slug, day)
) STRICT, WITHOUT ROWID;

-- Since when an item reads as it does, for the date beside it.
CREATE TABLE page_items (
  workspace_id TEXT NOT NULL,
  profile_id   TEXT NOT NULL,
  item_id      TEXT NOT NULL,
  hash         TEXT NOT NULL,
  approved_at  INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, profile_id, item_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles
) STRICT, WITHOUT ROWID;
