-- What the creator is writing, besides what is live; a persona of NULL: nothing differs from that.
CREATE TABLE persona_drafts (
  workspace_id  TEXT NOT NULL,
  profile_id    TEXT NOT NULL,
  version       INTEGER NOT NULL,             -- grows with each change
  base_revision TEXT,                         -- what was live when the draft began
  unpublished   INTEGER NOT NULL,
  updated_at    INTEGER NOT NULL,
  updated_by    TEXT NOT NULL,
  persona       TEXT,                         -- JSON
  PRIMARY KEY (workspace_id, profile_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Who changed what and when. Each change made one version.
CREATE TABLE persona_changes (
  workspace_id    TEXT NOT NULL,
  profile_id      TEXT NOT NULL,
  version         INTEGER NOT NULL,
  at              INTEGER NOT NULL,
  account_id      TEXT,
  by_name         TEXT NOT NULL,
  action          TEXT NOT NULL,
  item_kind       TEXT,
  item_id         TEXT,
  title           TEXT NOT NULL,
  conversation_id TEXT,
  before          TEXT,                       -- JSON
  after           TEXT,                       -- JSON
  PRIMARY KEY (workspace_id, profile_id, version),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What a person made of a draft, for whoever opens the conversation next.
CREATE TABLE conversation_replies (
  workspace_id    TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  reply           TEXT NOT NULL,
  by_name         TEXT NOT NULL,
  at              INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, conversation_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE test_cases (
  workspace_id TEXT NOT NULL,
  case_id      TEXT NOT NULL,
  profile_id   TEXT NOT NULL,
  name         TEXT NOT NULL,
  message      TEXT NOT NULL,
  history      TEXT NOT NULL,                 -- JSON
  expected     TEXT,                          -- JSON
  created_at   INTEGER NOT NULL,
  by_name      TEXT NOT NULL,
  PRIMARY KEY (workspace_id, case_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What was charged on one day, drafts by what they decided.
CREATE TABLE activity (
  workspace_id TEXT NOT NULL,
  day          TEXT NOT NULL,                 -- YYYY-MM-DD in UTC
  source       TEXT NOT NULL,
  intent       TEXT NOT NULL,
  risk_level   TEXT NOT NULL,
  count        INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, day, source, intent, risk_level)
) STRICT, WITHOUT ROWID;

CREATE INDEX notifications_of_conversation ON notifications (workspace_id, conversation_id, created_at DESC);
