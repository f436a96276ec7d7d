-- How a workspace's replies are drafted; null: in approved sentences.
ALTER TABLE workspaces ADD COLUMN drafting json;

-- What language models did for a workspace in one period, by how their part ended.
CREATE TABLE model_usage (
  workspace_id text COLLATE "C" NOT NULL,
  period text COLLATE "C" NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  drafts bigint NOT NULL,
  calls bigint NOT NULL,
  input_tokens bigint NOT NULL,
  output_tokens bigint NOT NULL,
  milliseconds bigint NOT NULL,
  PRIMARY KEY (workspace_id, period, outcome)
) WITH (fillfactor = 50);
ALTER TABLE model_usage ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_usage FORCE ROW LEVEL SECURITY;
CREATE POLICY own_workspace ON model_usage USING (workspace_id = current_setting('understudy.workspace', true));
