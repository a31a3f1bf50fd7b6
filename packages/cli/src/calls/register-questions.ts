import { type Command, Option } from 'commander';
import { withConnectionOptions, withExamples } from '../connection/shared-options.ts';
import type { BacktestOptions, WhatIfOptions } from './call-options.ts';

/** Registers `explain`, `what-if` and `backtest`, which answer questions about decisions and change nothing. */
export function registerQuestions(program: Command): void {
  const explain = program
    .command('explain')
    .summary('Explain a decision')
    .description(
      'Explain a stored decision in sentences: the reason, the data that it was based on, who configured the setting that decided it, what would have led to an approval, and what has happened since.',
    )
    .argument('<rrn>', 'retrieval reference number of the message')
    .option('--acquirer <code>', 'acquiring institution code; required if several messages have this RRN')
    .option('--stan <number>', 'system trace audit number; required if several messages have this RRN')
    .addOption(inLanguage());
  withExamples(
    withConnectionOptions(explain),
    'cardwright explain 632412000011',
    'cardwright explain 632412000011 --language ar',
  ).action(async (rrn: string, options) =>
    (await import('../explain/explain-authorization.ts')).explainAuthorization(rrn, options),
  );

  const whatIf = program
    .command('what-if')
    .summary('Preview the decision of a message')
    .description(
      'Preview how the gateway would decide a message now, optionally with other settings. Nothing is reserved, counted or stored.',
    )
    .argument('[rrn]', 'retrieval reference number of a decided message')
    .option('-f, --file <file>', 'JSON file with the message; - for standard input')
    .option('--field <name=value>', 'field of the message to override; repeatable', collect, [])
    .addOption(inLanguage());
  withExamples(
    withConnectionOptions(proposes(whatIf)),
    'cardwright what-if 632412000011',
    'cardwright what-if 632412000011 --field Transaction_Amount_Cardholder_Billing=000000500000',
    'cardwright what-if -f message.json --set ecomStatus=OFF --set dailyLimit=100.00',
  ).action(async (rrn: string | undefined, options: WhatIfOptions) =>
    (await import('../explain/request-what-if.ts')).requestWhatIf(rrn, options),
  );

  registerBacktest(program);
}

function registerBacktest(program: Command): void {
  const backtest = program
    .command('backtest')
    .summary('Backtest other settings against past decisions')
    .description(
      'Decide the past messages of an account or of the whole bank again under other settings, each as of its original time. Press Ctrl-C to cancel the backtest of a bank.',
    )
    .argument('[account]', 'account number')
    .option('--bank', 'backtest all accounts of the bank; the gateway runs it in the background')
    .option('--from <day>', 'first day, YYYY-MM-DD; with --bank, an ISO 8601 time')
    .option('--until <day>', 'last day, YYYY-MM-DD; not with --bank')
    .option('--to <time>', 'with --bank: only decisions before this time; default: no limit')
    .option('-f, --file <file>', 'with --bank: JSON file with the proposal; - for standard input');
  withExamples(
    withConnectionOptions(proposes(backtest)),
    'cardwright backtest 001000000001 --set cardNotPresentTransactionLimit=20.00',
    'cardwright backtest --bank -f proposal.json --from 2026-11-01T00:00:00Z',
  ).action(async (account: string | undefined, options: BacktestOptions) =>
    (await import('../explain/run-backtest.ts')).runBacktest(account, options),
  );
}

function inLanguage(): Option {
  return new Option('--language <code>', 'language of the sentences: English or Arabic')
    .choices(['en', 'ar'])
    .default('en');
}

function proposes(command: Command): Command {
  return command
    .option('--set <setting=value>', 'card setting to assume, such as ecomStatus=OFF; repeatable', collect, [])
    .option('--restrictions <json>', 'JSON list of restrictions to assume');
}

function collect(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}
