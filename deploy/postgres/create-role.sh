#!/bin/sh
# Run once by the image of PostgreSQL when its data folder is new: an ordinary role that owns its database, so that
# row-level security binds it. The password comes from a file, and stands in no process list.
set -eu
password_file=${UNDERSTUDY_PASSWORD_FILE:-/run/secrets/understudy-password}
# Before anything is made: the image runs this once only, and a role without a password could not log in afterwards.
UNDERSTUDY_PASSWORD=$(cat "$password_file") || UNDERSTUDY_PASSWORD=
if [ -z "$UNDERSTUDY_PASSWORD" ]; then
  echo "create-role.sh: no role and no database were made: $password_file is empty, or cannot be read by $(id -un)." >&2
  echo "Put the password there, readable by that user, and run this script again (or begin with a new data folder)." >&2
  exit 1
fi
export UNDERSTUDY_PASSWORD
psql --no-psqlrc --quiet -v ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\getenv password UNDERSTUDY_PASSWORD
CREATE ROLE understudy LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE PASSWORD :'password';
CREATE DATABASE understudy OWNER understudy TEMPLATE template0 ENCODING 'UTF8';
REVOKE CONNECT ON DATABASE understudy FROM PUBLIC;
SQL
unset UNDERSTUDY_PASSWORD
