CREATE INDEX external_charges_by_period ON external_charges (workspace_id, period);
