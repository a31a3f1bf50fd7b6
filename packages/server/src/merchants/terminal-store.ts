import { statement, type Tx } from '../storage/index.ts';

export interface TerminalRow {
  terminal_id: string;
  merchant_id: string;
}

const selectTerminals = statement(
  'merchants.find-terminals',
  `select terminal_id, merchant_id from merchant_terminals where acquirer_id = $1 and terminal_id = any($2)`,
);

/** Those that are taken, and by whom. */
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
  `delete from merchant_terminals where acquirer_id = $1 and merchant_id = any($2)`,
);

/** Frees all terminals of merchants whose submission is replaced or rejected. */
export async function deleteTerminalsOf(tx: Tx, acquirerId: string, merchantIds: readonly string[]): Promise<void> {
  await tx.query(deleteTerminalRows, [acquirerId, merchantIds]);
}
