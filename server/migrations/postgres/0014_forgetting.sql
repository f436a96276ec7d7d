-- A write knows its conversation, so that its answer goes with it. An older one does not, and goes by its own time.
ALTER TABLE writes ADD COLUMN conversation_id text COLLATE "C";
