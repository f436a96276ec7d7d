#!/bin/sh
# The PostgreSQL image runs this once, on a new data folder. It creates an ordinary role that owns its database, so that
# row-level security applies to the role. The password comes from a file, so it does not appear in process lists.
set -eu
password_file=${UNDERSTUDY_PASSWORD_FILE:-/run/secrets/understudy-password}
# Checks the password first, because the image runs this script only once, and a role without a password cannot log in.
UNDERSTUDY_PASSWORD=$(cat "$password_file") || UNDERSTUDY_PASSWORD=
if [ -z "$UNDERSTUDY_PASSWORD" ]; then
  echo "create-role.sh: no role or database was created, because $password_file is empty or $(id -un) cannot read it." >&2
  echo "Put the password in this file, make the file readable by this user, and run this script again or start with a new data folder." >&2
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
