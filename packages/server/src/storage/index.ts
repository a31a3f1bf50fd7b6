export { type ConnectionSettings, type Database, openDatabase, type Tx, txOf } from './database.ts';
export { routeOf } from './database-connection.ts';
export { checkMigrated, migrate, readMigrations } from './migrate.ts';
export { asOwner, type OwnerSession } from './owner-session.ts';
export { ensurePartitions, partitionsOf } from './partitions.ts';
export { queryOne } from './query-one.ts';
export { SERVER_ROLE } from './server-role.ts';
export { allStatements, type Statement, statement } from './statement.ts';
