-- How a workspace's replies are drafted; NULL: in approved sentences.
ALTER TABLE workspaces ADD COLUMN drafting TEXT; -- JSON

-- What language models did for a workspace in one period, by how their part ended.
CREATE TABLE model_usage (
  workspace_id  TEXT NOT NULL,
  period        TEXT NOT NULL,
  outcome       TEXT NOT NULL,
  drafts        INTEGER NOT NULL,
  calls         INTEGER NOT NULL,
  input_tokens  INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  milliseconds  INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, period, outcome)
) STRICT, WITHOUT ROWID;
