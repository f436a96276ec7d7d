-- The store's own time beside the database's clock: that plus `offset_ms`, which changes by as much as the clock is set.
-- 0 in `seen_ms`: nobody has served this database since it has such a time. Each change of the offset begins an epoch.
CREATE TABLE clock (
  is_only        boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  epoch          bigint NOT NULL,
  offset_ms      bigint NOT NULL,
  seen_ms        bigint NOT NULL, -- the store's own time, as a server saw it last
  doubt_ms       bigint NOT NULL, -- how far the clock was set ahead without that time having passed since
  doubt_until_ms bigint NOT NULL  -- in the store's own time
);
INSERT INTO clock VALUES (true, 1, 0, 0, 0, 0);
