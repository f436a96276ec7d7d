-- The store's own time beside the computer's clock: that plus `offset_ms`, which changes by as much as the clock is set.
-- 0 in `seen_ms`: nobody has served this database since it has such a time.
CREATE TABLE clock (
  is_only        INTEGER PRIMARY KEY CHECK (is_only = 1),
  offset_ms      INTEGER NOT NULL,
  seen_ms        INTEGER NOT NULL,            -- the store's own time, as a server saw it last
  doubt_ms       INTEGER NOT NULL,            -- how far the clock was set ahead without that time having passed since
  doubt_until_ms INTEGER NOT NULL             -- in the store's own time
) STRICT;
INSERT INTO clock VALUES (1, 0, 0, 0, 0);
