import { type BacktestResult, type BacktestRun, type ProvisioningBacktest, parseJson } from '@cardwright/contract';
import type { BacktestOptions } from '../calls/call-options.ts';
import { readBodyText } from '../calls/read-body.ts';
import { openClient } from '../connection/open-client.ts';
import { EXIT_FAILED } from '../output/exit-codes.ts';
import { bold } from '../output/paint.ts';
import { print, printMessage } from '../output/print.ts';
import { jsonLine } from '../output/show-json.ts';
import { tableText } from '../output/show-table.ts';
import { untilInterrupted } from '../output/until-interrupted.ts';
import { UsageError } from '../output/usage-error.ts';
import { awaitBacktest } from './await-backtest.ts';
import { proposalOf } from './proposal.ts';

/** Maximum number of rows in a table. The console and --json show the rest. */
const MAX_ROWS = 20;

/** Starts a backtest of the whole bank, waits for it, and prints the decisions that would have been different. */
export async function backtestWholeBank(options: BacktestOptions): Promise<void> {
  const proposal = await wholeProposal(options);
  const client = await openClient(options);
  const { from, to } = options;
  // Listen before the run starts, so that an interruption leaves no run behind.
  const stopped = untilInterrupted();
  const period = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const started = await client.backtests.start({ ...period, proposal } as never);
  const run = await awaitBacktest(client, started, { stopped, progress: options.json ? undefined : '' });
  if (options.json) print(jsonLine(run));
  else printRun(run);
  if (run.state !== 'DONE') process.exitCode = EXIT_FAILED;
}

/** Returns the proposal of a file, with the settings and restrictions of the command line taking precedence. */
async function wholeProposal(options: BacktestOptions): Promise<Record<string, unknown>> {
  const proposal = proposalOf(options);
  const text = await readBodyText(options, false);
  if (text === undefined) return proposal;
  const parsed = parseJson(text);
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value)) {
    throw new UsageError('the file must contain a proposal: a JSON object such as {"rules": [...], "limits": [...]}');
  }
  const ofFile = parsed.value as Readonly<Record<string, object>>;
  const settings = { ...ofFile.cardSettings, ...(proposal.cardSettings as object | undefined) };
  return { ...ofFile, ...proposal, ...(Object.keys(settings).length > 0 && { cardSettings: settings }) };
}

function printRun({ backtest_id: id, state, result, failure }: BacktestRun): void {
  if (result === undefined) {
    print(`Backtest ${id}: ${state}${failure === undefined ? '' : `, ${failure}`}`);
    return;
  }
  print(
    bold(
      `${result.changed} of ${result.decisions} decisions of ${result.accounts} accounts would have been different.`,
    ),
  );
  for (const { currency, was, would_be: wouldBe } of result.approved) {
    print(
      `Approved: ${was.count} for ${was.amount} ${currency}; it would be ${wouldBe.count} for ${wouldBe.amount} ${currency}.`,
    );
  }
  if (result.accounts_refused > 0) print(`${result.accounts_refused} accounts cannot have these settings.`);
  if (result.not_replayed > 0) print(`${result.not_replayed} decisions are older than the history of their account.`);
  if (result.other_rule_version > 0) {
    print(`${result.other_rule_version} decisions were made by another version of the rules.`);
  }
  if (result.changed > 0) printChanges(result);
  if (result.provisionings !== undefined) printProvisionings(result.provisionings);
  printMessage(`Stored as backtest ${id}`);
}

function printChanges({ by_rule: byRule, by_merchant: byMerchant }: BacktestResult): void {
  const rules = byRule.map(({ was, would_be: wouldBe, currency, count, amount }) => [
    ...[was, wouldBe].map(({ action_code: code, rule }) => `${code} ${rule}`),
    count,
    `${amount} ${currency}`,
  ]);
  const merchants = byMerchant.map(({ merchant, currency, newly_declined: less, newly_approved: more }) => [
    merchant,
    ...[less, more].map(({ count, amount }) => (count === 0 ? '0' : `${count} for ${amount} ${currency}`)),
  ]);
  for (const [head, rows] of [
    [['WAS', 'WOULD BE', 'DECISIONS', 'AMOUNT'], rules],
    [['MERCHANT', 'NEWLY DECLINED', 'NEWLY APPROVED'], merchants],
  ] as const) {
    print('');
    print(tableText(head, rows.slice(0, MAX_ROWS)));
    if (rows.length > MAX_ROWS)
      printMessage(`${rows.length - MAX_ROWS} more rows not shown; use --json to get all of them`);
  }
}

function printProvisionings({ changed, decisions, by_rule: byRule }: ProvisioningBacktest): void {
  print(bold(`${changed} of ${decisions} requests for tokens would have been decided otherwise.`));
  if (changed === 0) return;
  const rows = byRule.map(({ was, would_be: wouldBe, count }) => [
    ...[was, wouldBe].map(({ outcome, rule }) => `${outcome} ${rule}`),
    count,
  ]);
  print(tableText(['WAS', 'WOULD BE', 'REQUESTS'], rows.slice(0, MAX_ROWS)));
}
