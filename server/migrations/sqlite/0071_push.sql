-- Where a browser that is signed in is told that somebody needs its person: sealed JSON of a push subscription and its keys.
ALTER TABLE sessions ADD COLUMN push TEXT;
CREATE INDEX sessions_told ON sessions (account_id) WHERE push IS NOT NULL;
