-- The hashes of the functions that were installed at this version, in their order: the last of them is what stands.
ALTER TABLE migrations ADD COLUMN functions text[] NOT NULL DEFAULT '{}';
