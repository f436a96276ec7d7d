-- How long a key was to live when it was made: its successor gets the same.
ALTER TABLE keys ADD COLUMN lifetime_ms bigint;

-- Those of all workspaces: the second lock does not bind the owner meanwhile.
ALTER TABLE keys NO FORCE ROW LEVEL SECURITY;
UPDATE keys SET lifetime_ms = expires_at - created_at;
ALTER TABLE keys FORCE ROW LEVEL SECURITY;
