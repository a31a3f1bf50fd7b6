#!/bin/bash
# A standby. The first start copies the primary; then the standby follows it.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  rm -rf "$PGDATA"
  PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup --host="${PRIMARY_HOST:-primary}" --port="${PRIMARY_PORT:-5432}" \
    --username=replicator --pgdata="$PGDATA" --write-recovery-conf --slot=replica --wal-method=stream --checkpoint=fast
fi
exec postgres "$@"
