import type { BacktestOptions } from '../calls/call-options.ts';
import { openClient } from '../connection/open-client.ts';
import { bold } from '../output/paint.ts';
import { print } from '../output/print.ts';
import { jsonLine } from '../output/show-json.ts';
import { tableText } from '../output/show-table.ts';
import { UsageError } from '../output/usage-error.ts';
import { backtestWholeBank } from './backtest-bank.ts';
import { proposalOf } from './proposal.ts';

/** Prints the past decisions of an account or of the bank that would have been different. */
export async function runBacktest(account: string | undefined, options: BacktestOptions): Promise<void> {
  if (options.bank === true) {
    if (account !== undefined) throw new UsageError('an account and --bank cannot be used together');
    if (options.until !== undefined) throw new UsageError('--until cannot be used with --bank: use --to');
    return await backtestWholeBank(options);
  }
  if (account === undefined) throw new UsageError('specify an account, or --bank for all accounts');
  if (options.to !== undefined || options.file !== undefined) throw new UsageError('--to and --file require --bank');
  return await backtestAccount(account, options);
}

async function backtestAccount(account: string, options: BacktestOptions): Promise<void> {
  const client = await openClient(options);
  const { from, until } = options;
  const period = { ...(from !== undefined && { from }), ...(until !== undefined && { until }) };
  const result = await client.accounts.backtest(account, { ...period, ...proposalOf(options) } as never);
  if (options.json) return print(jsonLine(result));
  const { approved, currency, changes } = result;
  print(bold(`${result.changed} of ${result.decisions} decisions would have been different.`));
  print(
    `Approved: ${approved.was.count} for ${approved.was.amount} ${currency}; it would be ${approved.would_be.count} for ${approved.would_be.amount} ${currency}.`,
  );
  if (result.not_replayed > 0) print(`${result.not_replayed} decisions are older than the history of the account.`);
  if (result.other_rule_version > 0)
    print(`${result.other_rule_version} decisions were made by another version of the rules.`);
  if (changes.length === 0) return;
  const rows = changes.map((change) => [
    change.retrieval_reference_number,
    change.decided_at,
    change.amount,
    `${change.was.action_code} ${change.was.rule}`,
    `${change.would_be.action_code} ${change.would_be.rule}`,
  ]);
  print(tableText(['RRN', 'DECIDED', 'AMOUNT', 'WAS', 'WOULD BE'], rows));
}
