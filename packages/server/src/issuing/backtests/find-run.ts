import { readBacktest } from '@cardwright/contract';
import { type Failure, fail, ok, type Success } from '../../platform/kernel/result.ts';
import type { OperationContext } from '../../platform/operation/index.ts';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import { isOfProposal } from '../rules/index.ts';
import { type BacktestRow, findRun } from './backtest-run-store.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Finds a run of the caller's bank. A caller without the scope for decisions can read only backtests of proposed rules. */
export async function readableRun(
  context: Pick<OperationContext, 'tx' | 'caller'>,
  banks: BankDirectory,
  params: { backtest_id: string },
): Promise<RunLookup | Failure<'scope_missing'>> {
  const match = await runOfCaller(context, banks, params);
  if (!match.ok || context.caller.scopes.has(readBacktest.scope)) return match;
  if (await isOfProposal(context.tx, match.value.bankId, match.value.row.backtest_id)) return match;
  return fail('scope_missing', { message: `${readBacktest.partScope} reads backtests of proposed rules alone` });
}

type RunLookup = Success<{ bankId: string; row: BacktestRow }> | Failure<'backtest_not_found' | 'wrong_bank'>;

/** Finds a run of the caller's bank. */
export async function runOfCaller(
  { tx, caller }: Pick<OperationContext, 'tx' | 'caller'>,
  banks: BankDirectory,
  { backtest_id: id }: { backtest_id: string },
): Promise<RunLookup> {
  const calling = bankOfCaller(caller, banks);
  if (!calling.ok) return calling;
  const { bankId } = calling.value;
  const row = UUID.test(id) ? await findRun(tx, bankId, id) : undefined;
  return row === undefined ? fail('backtest_not_found') : ok({ bankId, row });
}
