import { issueCard } from '../cards/issued-cards.ts';
import { type TestDatabase, testDatabase } from '../database/test-database.ts';
import { type CommandResult, runCommand } from './command.ts';
import { cleanUp, dataFolder, type ServerProcess, startServer } from './server-process.ts';

/** A server in its own process, with a card, and the actions of an attacker who owns its database. */
export interface AuditedProcess {
  readonly db: TestDatabase;
  /** The data folder. */
  readonly folder: string;
  readonly first: ServerProcess;
  /** Starts another server with the same settings. */
  start(): Promise<ServerProcess>;
  /** Reads data `times` times; each read adds a row to the bank's log. */
  read(on: ServerProcess, times: number): Promise<void>;
  /** Runs `audit verify`. */
  verify(...words: string[]): Promise<CommandResult & { readonly findings: readonly string[] }>;
  /** Deletes every row, link and seal of the bank's log after this number. */
  cutBack(to: bigint): Promise<void>;
  close(): Promise<void>;
}

export async function auditedProcess(more: Record<string, string> = {}): Promise<AuditedProcess> {
  const db = await testDatabase();
  const folder = dataFolder();
  const servers: ServerProcess[] = [];
  const environment = { DATABASE_URL: db.url, CARDWRIGHT_DATA_DIR: folder };
  const start = async () => {
    const started = await startServer({ ...environment, ...more });
    servers.push(started);
    return started;
  };
  const first = await start();
  const card = await issueCard(first);
  return {
    db,
    folder,
    first,
    start,
    read: async (on, times) => {
      const body = { card_identifier_id: card.exid, card_identifier_type: 'EXID' };
      for (let at = 0; at < times; at++) await on.envelope('cards.enquire-card', body);
    },
    verify: async (...words) => {
      const result = await runCommand(['audit', 'verify', ...words], environment);
      const isFinding = /^(CHANGED|REMOVED|MOVED|INSERTED|FORGED) /;
      return { ...result, findings: result.stdout.split('\n').filter((line) => isFinding.test(line)) };
    },
    cutBack: async (to) => {
      await db.sql(
        `with cut as (delete from audit_chain where bank_id = 'DEMO' and chain_no > $1 returning audit_id),
           seals as (delete from audit_seals where bank_id = 'DEMO' and chain_no > $1)
         delete from audit_log where bank_id = 'DEMO' and audit_id in (select audit_id from cut)`,
        [to],
      );
    },
    close: async () => {
      await cleanUp(servers, folder);
      await db.close();
    },
  };
}
