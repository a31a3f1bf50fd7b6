import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import { type Failure, fail, ok, type Success } from '../kernel/result.ts';
import type { OperationContext } from '../operation/index.ts';
import { type BacktestRow, findRun } from './backtest-run-store.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A run of the caller's bank. */
export async function runOfCaller(
  { tx, caller }: Pick<OperationContext, 'tx' | 'caller'>,
  banks: BankDirectory,
  { backtest_id: id }: { backtest_id: string },
): Promise<Success<{ bankId: string; row: BacktestRow }> | Failure<'backtest_not_found' | 'wrong_bank'>> {
  const calling = bankOfCaller(caller, banks);
  if (!calling.ok) return calling;
  const { bankId } = calling.value;
  const row = UUID.test(id) ? await findRun(tx, bankId, id) : undefined;
  return row === undefined ? fail('backtest_not_found') : ok({ bankId, row });
}
