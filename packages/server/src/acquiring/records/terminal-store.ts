import { statement, type Tx } from '../../platform/storage/index.ts';

export interface TerminalRow {
  terminal_id: string;
  merchant_id: string;
}

// `limit` makes it one primary key lookup for each id. A plan for an array of unknown length may scan all rows of the
// acquirer.
const selectTerminals = statement(
  'merchants.find-terminals',
  `select t.* from unnest($2::text[]) as requested (id)
    cross join lateral (select terminal_id, merchant_id from merchant_terminals
                         where acquirer_id = $1 and terminal_id = requested.id limit 1) t`,
);

/** Returns which of the terminals exist, with their merchants. */
export function findTerminals(tx: Tx, acquirerId: string, ids: readonly string[]): Promise<TerminalRow[]> {
  return tx.query(selectTerminals, [acquirerId, ids]);
}

const insertTerminalRows = statement(
  'merchants.insert-terminals',
  `insert into merchant_terminals (acquirer_id, terminal_id, merchant_id)
   select $1, t.* from unnest($2::text[], $3::text[]) as t`,
);

export async function insertTerminals(
  tx: Tx,
  acquirerId: string,
  rows: readonly { terminalId: string; merchantId: string }[],
): Promise<void> {
  const ids = rows.map(({ terminalId }) => terminalId);
  await tx.query(insertTerminalRows, [acquirerId, ids, rows.map(({ merchantId }) => merchantId)]);
}

const deleteTerminalRows = statement(
  'merchants.delete-terminals',
  `delete from merchant_terminals t using unnest($2::text[]) as gone (id)
    where t.acquirer_id = $1 and t.merchant_id = gone.id`,
);

/**
 * Deletes all terminals of merchants that are closed, rejected or sent again, so that other merchants can use their
 * ids.
 */
export async function deleteTerminalsOf(tx: Tx, acquirerId: string, merchantIds: readonly string[]): Promise<void> {
  await tx.query(deleteTerminalRows, [acquirerId, merchantIds]);
}

const deleteTerminalsOfMerchants = statement(
  'merchants.delete-named-terminals',
  `delete from merchant_terminals t using unnest($2::text[], $3::text[]) as gone (terminal, merchant)
    where t.acquirer_id = $1 and t.terminal_id = gone.terminal and t.merchant_id = gone.merchant`,
);

/** Deletes single terminals, except those that another merchant has. */
export async function deleteTerminals(
  tx: Tx,
  acquirerId: string,
  rows: readonly { terminalId: string; merchantId: string }[],
): Promise<void> {
  const ids = rows.map(({ terminalId }) => terminalId);
  await tx.query(deleteTerminalsOfMerchants, [acquirerId, ids, rows.map(({ merchantId }) => merchantId)]);
}
