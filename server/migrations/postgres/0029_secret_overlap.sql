-- A webhook's secret from before the present one, which signs beside it until its end. Both lie sealed.
ALTER TABLE workspaces ADD COLUMN previous_webhook_secret text;
ALTER TABLE workspaces ADD COLUMN previous_webhook_secret_until bigint;
