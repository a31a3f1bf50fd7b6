import type { BankDirectory } from '../banks/index.ts';
import type { Clock } from '../kernel/clock.ts';
import { required } from '../kernel/required.ts';
import type { Database, Tx } from '../storage/index.ts';
import type { Vault } from '../vault/index.ts';
import { createEcommerceAuthorizer, type EcommerceAuthorizer } from './authorize-ecommerce.ts';
import { type CodeSupply, runBatch } from './batch.ts';
import { createControlMemory } from './control-memory.ts';
import { askForCards } from './find-cards.ts';
import type { GroupCommit } from './group-commit.ts';
import { type LaneConnection, openLaneConnection } from './lane-connection.ts';

/** Where a rehearsal plays: one transaction, whatever those who play in it begin and end. */
export interface RehearsalStage {
  readonly tx: Tx;
  /** Stands in for the database of a runner: what it commits is kept within the rehearsal only. */
  readonly database: Database;
  readonly authorizer: EcommerceAuthorizer;
}

interface Deps {
  readonly database: Database;
  readonly banks: BankDirectory;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** No code of the bank's is used up: what is rehearsed is never told to a network. */
const ONE_CODE: CodeSupply = { peek: () => '000000', use: () => {} };

/**
 * Plays with the code of live traffic (operations, their runner, batches with their facts and decisions), and rolls all of
 * it back. Beside that a number is taken out of some sequences, as by any request that was refused.
 */
export async function rehearse<T>(deps: Deps, play: (stage: RehearsalStage) => Promise<T>): Promise<T> {
  const { database, vault, clock } = deps;
  const lane = await openLaneConnection(database);
  const tx: Tx = { query: async (statement, values) => (await lane.query(statement, values)).rows as never };
  const inside: Database = { ...database, query: tx.query, transaction: async (work) => (await work(tx)).result };
  const connection = withoutEnds(lane);
  const memory = createControlMemory();
  const groupCommit: GroupCommit = {
    close: async () => {},
    async submit(submission) {
      const { wanted } = submission;
      const [references = []] = wanted === undefined ? [] : await askForCards(tx, vault, [wanted]);
      const answers = await runBatch({ connection, memory }, [{ submission, references }], ONE_CODE, clock.now());
      if (answers === undefined) throw new Error('the message was decided before');
      return required(answers[0], 'the answer of the rehearsed message');
    },
  };
  await lane.command('begin');
  try {
    return await play({ tx, database: inside, authorizer: createEcommerceAuthorizer({ ...deps, groupCommit }) });
  } finally {
    await lane.command('rollback').catch(() => {});
    await lane.close();
  }
}

/** The lane of a batch that thinks that it begins and commits. */
function withoutEnds(lane: LaneConnection): LaneConnection {
  return {
    query: (statement, values) => lane.query(statement, values),
    command: async (sql) => {
      if (sql === 'rollback') throw new Error('the batch was rolled back');
      return { command: sql.toUpperCase() };
    },
    get broken() {
      return lane.broken;
    },
    close: async () => {},
  };
}
