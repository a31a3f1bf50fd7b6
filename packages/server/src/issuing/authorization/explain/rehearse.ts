import { requireValue } from '../../../platform/kernel/required.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { type Database, findBucketNodes, type Tx } from '../../../platform/storage/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import type { CodeSupply } from '../batch/approval-codes.ts';
import { runBatch } from '../batch/batch.ts';
import { createControlsCache } from '../batch/controls-cache.ts';
import { requestCards } from '../batch/find-cards.ts';
import { type LaneConnection, openLaneConnection } from '../batch/lane-connection.ts';
import { PARTNER_OF_PREVIEW } from '../decision/rules/partner.ts';
import { createEcommerceAuthorizer, type EcommerceAuthorizer } from '../lanes/authorize-ecommerce.ts';
import type { GroupCommit } from '../lanes/group-commit.ts';

/** The context of a rehearsal: one transaction, regardless of the transactions that the rehearsed code begins and ends. */
export interface RehearsalStage {
  readonly tx: Tx;
  /** Replaces the database of a runner: its commits exist only within the rehearsal. */
  readonly database: Database;
  readonly authorizer: EcommerceAuthorizer;
}

interface Deps {
  readonly database: Database;
  readonly banks: BankDirectory;
  readonly vault: Vault;
  readonly clock: Clock;
}

/**
 * A fixed code, so that the rehearsal uses none of the bank's codes. It reaches no network, because rehearsed answers are never
 * sent.
 */
const ONE_CODE: CodeSupply = { peek: () => '000000', use: () => {} };

/**
 * Runs the code of live traffic (operations, their runner, batches with their facts and decisions) and rolls everything back.
 * Only some database sequences advance, as after any refused request.
 */
export async function rehearse<T>(deps: Deps, play: (stage: RehearsalStage) => Promise<T>): Promise<T> {
  const { database, vault, clock } = deps;
  const isOnCitus = (await findBucketNodes(database)) !== undefined;
  const lane = await openLaneConnection(database, { isOnCitus });
  const tx: Tx = { query: async (statement, values) => (await lane.query(statement, values)).rows as never };
  const inside: Database = { ...database, query: tx.query, transaction: async (work) => (await work(tx)).result };
  const connection = withoutEnds(lane);
  const controls = createControlsCache();
  const groupCommit: Pick<GroupCommit, 'submit'> = {
    async submit(request) {
      const { requestedCard } = request;
      const [references = []] = requestedCard === undefined ? [] : await requestCards(tx, vault, [requestedCard]);
      // a rolled-back decision must not reach the bank's own system
      const partner = request.bank?.decisionPartner && PARTNER_OF_PREVIEW;
      const entry = { request, references, partner, start: () => true };
      const batch = await runBatch({ connection, controls }, [entry], ONE_CODE, clock.now());
      if (batch === undefined) throw new Error('the message was decided before');
      const result = requireValue(batch.results[0], 'the result of the rehearsed message');
      if (typeof result === 'symbol' || 'partnerRequest' in result)
        throw new Error('the account of the rehearsed message is locked');
      return result;
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

/** A lane whose begin and commit do nothing, so that a batch stays within the rehearsal's transaction. */
function withoutEnds(lane: LaneConnection): LaneConnection {
  return {
    query: (statement, values) => lane.query(statement, values),
    command: async (sql) => {
      if (sql === 'rollback') throw new Error('the batch was rolled back');
      return { command: sql.toUpperCase() };
    },
    belongTo: (spans) => lane.belongTo(spans),
    get broken() {
      return lane.broken;
    },
    close: async () => {},
    abandon: () => lane.abandon(),
  };
}
