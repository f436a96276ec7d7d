#!/bin/sh
# Run once by the image of PostgreSQL when its data folder is new: an ordinary role that owns its database, so that
# row-level security binds it. The password comes from a file, and stands in no process list.
set -eu
password_file=${UNDERSTUDY_PASSWORD_FILE:-/run/secrets/understudy-password}
psql --no-psqlrc --quiet -v ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<SQL
\set password \`cat '$password_file'\`
CREATE ROLE understudy LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE PASSWORD :'password';
CREATE DATABASE understudy OWNER understudy TEMPLATE template0 ENCODING 'UTF8';
REVOKE CONNECT ON DATABASE understudy FROM PUBLIC;
SQL
