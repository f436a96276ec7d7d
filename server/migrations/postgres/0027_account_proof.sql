-- When it was shown that an account's address is its owner's: by a link mailed to it, or on the operator's word. The
-- installer's counts as proven.
ALTER TABLE accounts ADD COLUMN proven_at bigint;
ALTER TABLE accounts ADD COLUMN disabled_at bigint;

-- Whether using the link proves its address, and whether a reset leaves the passkeys of the account.
ALTER TABLE links ADD COLUMN proves_address boolean NOT NULL DEFAULT false;
ALTER TABLE links ADD COLUMN keeps_passkeys boolean NOT NULL DEFAULT false;
UPDATE links SET proves_address = true WHERE kind IN ('set_up', 'password_reset');

-- What a person is told of new credentials of their account. Each session dismisses them for itself.
CREATE TABLE account_notices (
  notice_id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('passkey_added', 'password_changed', 'password_reset', 'address_changed')),
  detail text NOT NULL,
  browser text NOT NULL,
  session_id text COLLATE "C", -- the session that did it, which is not told
  at bigint NOT NULL
);
CREATE INDEX account_notices_of_account ON account_notices (account_id, at);
ALTER TABLE sessions ADD COLUMN notices_seen_at bigint;
