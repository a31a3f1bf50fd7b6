export { type ConnectionSettings, type Database, openDatabase, type Tx } from './database.ts';
export { migrate } from './migrate.ts';
export { ensurePartitions } from './partitions.ts';
export { allStatements, type Statement, statement } from './statement.ts';
