-- Pages, which answer visitors from approved items.

-- A reference table: it crosses workspaces, and holds no content. Slugs, and domains that are proven; each belongs to one Page.
CREATE TABLE page_directory (
  kind text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  PRIMARY KEY (kind, name)
);
CREATE INDEX page_directory_of_page ON page_directory (workspace_id, slug);

CREATE TABLE pages (
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces,
  slug text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  settings json NOT NULL,
  notice json,
  PRIMARY KEY (workspace_id, slug),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles
) WITH (fillfactor = 50);

CREATE TABLE page_domains (
  workspace_id text COLLATE "C" NOT NULL,
  domain text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  token text NOT NULL,
  proven_at bigint,
  PRIMARY KEY (workspace_id, domain),
  FOREIGN KEY (workspace_id, slug) REFERENCES pages ON DELETE CASCADE
);

CREATE TABLE page_uses (
  workspace_id text COLLATE "C" NOT NULL,
  use_hash text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  network text COLLATE "C" NOT NULL,
  is_form boolean NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (workspace_id, use_hash)
);
CREATE INDEX page_uses_of_network ON page_uses (workspace_id, slug, network, at);
CREATE INDEX page_uses_by_time ON page_uses (workspace_id, at);

CREATE TABLE page_asks (
  workspace_id text COLLATE "C" NOT NULL,
  ask_id text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  question text NOT NULL,
  question_hash text COLLATE "C" NOT NULL,
  network text COLLATE "C",
  revision text NOT NULL,
  is_answered boolean NOT NULL,
  is_charged boolean NOT NULL,
  intent text NOT NULL,
  items json NOT NULL,
  conversation_id text COLLATE "C",
  PRIMARY KEY (workspace_id, ask_id),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
);
CREATE INDEX page_asks_of_question ON page_asks (workspace_id, slug, question_hash, at);
CREATE INDEX page_asks_newest ON page_asks (workspace_id, slug, at DESC, ask_id);
CREATE INDEX page_asks_of_conversation ON page_asks (workspace_id, conversation_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX page_asks_by_time ON page_asks (workspace_id, at);
CREATE INDEX page_asks_of_networks ON page_asks (workspace_id, at) WHERE network IS NOT NULL;

CREATE TABLE page_links (
  workspace_id text COLLATE "C" NOT NULL,
  token_hash text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  contact text,
  resolved_at bigint,
  PRIMARY KEY (workspace_id, token_hash),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
);
CREATE INDEX page_links_of_conversation ON page_links (workspace_id, conversation_id);
CREATE INDEX page_links_with_contact ON page_links (workspace_id, conversation_id) WHERE contact IS NOT NULL;

CREATE TABLE page_days (
  workspace_id text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  replies bigint NOT NULL,
  handoffs bigint NOT NULL,
  PRIMARY KEY (workspace_id, slug, day)
) WITH (fillfactor = 50);

CREATE TABLE page_items (
  workspace_id text COLLATE "C" NOT NULL,
  profile_id text COLLATE "C" NOT NULL,
  item_id text COLLATE "C" NOT NULL,
  hash text NOT NULL,
  approved_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, profile_id, item_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES profiles
);

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['pages', 'page_domains', 'page_uses', 'page_asks', 'page_links', 'page_days', 'page_items'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY own_workspace ON %I USING (workspace_id = current_setting(''understudy.workspace'', true))', v_table);
  END LOOP;
END $$;
