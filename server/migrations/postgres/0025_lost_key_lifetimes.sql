-- Row-level security once hid every key from the step that notes lifetimes (0015). A key that was rotated expires early,
-- whatever its lifetime was.
ALTER TABLE keys NO FORCE ROW LEVEL SECURITY;
UPDATE keys SET lifetime_ms = expires_at - created_at
  WHERE lifetime_ms IS NULL AND expires_at IS NOT NULL AND successor_id IS NULL;
ALTER TABLE keys FORCE ROW LEVEL SECURITY;
