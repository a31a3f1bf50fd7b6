import { type Command, Option } from 'commander';
import { takesConnection, withExamples } from '../connection/shared-options.ts';
import type { BacktestOptions, WhatIfOptions } from './call-options.ts';

/** Registers `explain`, `what-if` and `backtest`, which answer questions about decisions and change nothing. */
export function registerQuestions(program: Command): void {
  const explain = program
    .command('explain')
    .summary('why was it approved or declined?')
    .description(
      'Tells a stored decision in sentences: why, what was seen, who set what decided, what it would have needed, and what happened since.',
    )
    .argument('<rrn>', 'retrieval reference number of the message')
    .option('--acquirer <code>', 'acquiring institution code, where several messages have this number')
    .option('--stan <number>', 'system trace audit number, where several messages have this number')
    .addOption(inLanguage());
  withExamples(
    takesConnection(explain),
    'cardwright explain 632412000011',
    'cardwright explain 632412000011 --language ar',
  ).action(async (rrn: string, options) =>
    (await import('../explain/explain-authorization.ts')).explainAuthorization(rrn, options),
  );

  const whatIf = program
    .command('what-if')
    .summary('how would a message be decided?')
    .description(
      'Asks what would be decided on a message now, perhaps with other settings. Nothing is reserved, counted or stored.',
    )
    .argument('[rrn]', 'a message that was decided before, to be asked again')
    .option('-f, --file <file>', 'a file with the message as JSON; - is standard input')
    .option('--field <name=value>', 'another value of a field of the message; repeatable', collect, [])
    .addOption(inLanguage());
  withExamples(
    takesConnection(proposes(whatIf)),
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
    .summary('which past decisions would other settings have changed?')
    .description(
      'Decides the past messages of an account, or of the whole bank, again under other settings, each at its own time. Ctrl-C cancels that of a bank.',
    )
    .argument('[account]', 'account number')
    .option('--bank', 'of all accounts of the bank, in the background of the gateway')
    .option('--from <day>', 'first day, YYYY-MM-DD; of a bank a time, ISO 8601')
    .option('--until <day>', 'last day')
    .option('--to <time>', 'of a bank: decisions before this time; default: all')
    .option('-f, --file <file>', 'of a bank: a file with the proposal as JSON; - is standard input');
  withExamples(
    takesConnection(proposes(backtest)),
    'cardwright backtest 001000000001 --set cardNotPresentTransactionLimit=20.00',
    'cardwright backtest --bank -f proposal.json --from 2026-11-01T00:00:00Z',
  ).action(async (account: string | undefined, options: BacktestOptions) =>
    (await import('../explain/run-backtest.ts')).runBacktest(account, options),
  );
}

function inLanguage(): Option {
  return new Option('--language <code>', 'English or Arabic').choices(['en', 'ar']).default('en');
}

function proposes(command: Command): Command {
  return command
    .option('--set <setting=value>', 'a card setting to assume, such as ecomStatus=OFF; repeatable', collect, [])
    .option('--restrictions <json>', 'a list of restrictions to assume');
}

function collect(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}
