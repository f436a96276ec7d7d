-- The classifier of a profile that was stored last. It is derived from the persona, and trained again where there is none.
CREATE TABLE classifiers (
  workspace_id TEXT NOT NULL,
  profile_id   TEXT NOT NULL,
  hash         TEXT NOT NULL,                 -- of what it was trained from
  bytes        BLOB NOT NULL,
  PRIMARY KEY (workspace_id, profile_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) STRICT;

-- Where training phrases came from: those that wait to be accepted, and those that were. A conversation may be gone by now.
CREATE TABLE taught_phrases (
  workspace_id    TEXT NOT NULL,
  profile_id      TEXT NOT NULL,
  item_id         TEXT NOT NULL,
  kind            TEXT NOT NULL CHECK (kind IN ('alias', 'near_miss')),
  text_hash       TEXT NOT NULL,              -- of the text, which is too long for a key
  text            TEXT NOT NULL,
  source          TEXT NOT NULL CHECK (source IN ('assistant', 'model', 'inbox', 'page')),
  state           TEXT NOT NULL CHECK (state IN ('suggested', 'accepted')),
  conversation_id TEXT,
  created_at      INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, profile_id, item_id, kind, text_hash),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX taught_phrases_of_conversation ON taught_phrases (workspace_id, conversation_id, profile_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX taught_phrases_of_fans ON taught_phrases (workspace_id, profile_id) WHERE source IN ('inbox', 'page');
