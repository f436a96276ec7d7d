-- When it was shown that an account's address is its owner's: by a link mailed to it, or on the operator's word. The
-- installer's counts as proven.
ALTER TABLE accounts ADD COLUMN proven_at INTEGER;
ALTER TABLE accounts ADD COLUMN disabled_at INTEGER;

-- Whether using the link proves its address, and whether a reset leaves the passkeys of the account.
ALTER TABLE links ADD COLUMN proves_address INTEGER NOT NULL DEFAULT 0;
ALTER TABLE links ADD COLUMN keeps_passkeys INTEGER NOT NULL DEFAULT 0;
UPDATE links SET proves_address = 1 WHERE kind IN ('set_up', 'password_reset');

-- What a person is told of new credentials of their account. Each session dismisses them for itself.
CREATE TABLE account_notices (
  notice_id  TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind       TEXT NOT NULL CHECK (kind IN ('passkey_added', 'password_changed', 'password_reset', 'address_changed')),
  detail     TEXT NOT NULL,
  browser    TEXT NOT NULL,
  session_id TEXT,                            -- the session that did it, which is not told
  at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX account_notices_of_account ON account_notices (account_id, at);
ALTER TABLE sessions ADD COLUMN notices_seen_at INTEGER;
