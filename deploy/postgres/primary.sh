#!/bin/bash
# Runs once, when the database is created. It creates the two logins of docs/operate/database.md and the login of the standby.
set -eu
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --set owner="$OWNER_PASSWORD" --set app="$APP_PASSWORD" --set replication="$REPLICATION_PASSWORD" <<'SQL'
create role cardwright_server nologin;
-- to measure the lag of a standby (docs/operate/watching.md#metrics)
grant pg_read_all_stats to cardwright_server;
create role cardwright_owner login password :'owner' in role cardwright_server;
create role cardwright_app login password :'app' in role cardwright_server;
create database cardwright owner cardwright_owner;
create role replicator replication login password :'replication';
select pg_create_physical_replication_slot('replica');
-- from the next start on, a commit returns when the standby has it on disk
alter system set synchronous_standby_names = '*';
SQL
echo 'host replication replicator all scram-sha-256' >>"$PGDATA/pg_hba.conf"
