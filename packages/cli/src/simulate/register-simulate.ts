import { type Command, InvalidArgumentError, Option } from 'commander';
import { withConnectionOptions, withExamples } from '../connection/shared-options.ts';
import type { AuthorizeOptions, EndOptions, TrafficOptions } from './simulate-options.ts';

/** Registers `simulate`, which sends card network messages to a sandbox. */
export function registerSimulate(program: Command): void {
  const simulate = program.command('simulate').description('Send messages of a card network to a sandbox');
  const authorize = simulate
    .command('authorize')
    .summary('Send an e-commerce authorization')
    .description('Send an e-commerce authorization. The exit code is 0 for a decline too.')
    .option('--card <id>', 'EXID or masked number of the card; default: the first card of the fixtures')
    .option('--amount <amount>', 'amount in the currency of the account', '25.00')
    .option('--mcc <code>', 'merchant category code', '5411')
    .option('--country <letters>', 'country of the merchant; default: the country of the bank')
    .option('--field <name=value>', 'field of the message to override; repeatable', collectField, []);
  withExamples(
    withConnectionOptions(withIsoOption(authorize)),
    'cardwright simulate authorize',
    'cardwright simulate authorize --iso',
    'cardwright simulate authorize --amount 9000.00 --country FR',
    'cardwright simulate authorize --field POS_Enty_Mode=051 --field POS_Condition_Code=00',
  ).action(async (options: AuthorizeOptions) => (await import('./send-authorization.ts')).sendAuthorization(options));

  for (const [name, description] of [
    ['reverse', 'Reverse an authorization, in whole or in part'],
    ['complete', 'Complete an authorization with its final amount'],
  ] as const) {
    const ending = simulate
      .command(name)
      .description(description)
      .argument('<rrn>', 'retrieval reference number of the authorization')
      .option('--amount <amount>', 'amount in the currency of the account; default: the reserved amount');
    withExamples(
      withConnectionOptions(withIsoOption(ending)),
      `cardwright simulate ${name} 632412000011 --amount 10.00`,
      `cardwright simulate ${name} 632412000011 --iso`,
    ).action(async (rrn: string, options: EndOptions) =>
      (await import('./end-authorization.ts')).endAuthorization(name, rrn, options),
    );
  }

  const traffic = simulate
    .command('traffic')
    .summary('Send authorizations at a steady rate')
    .description(
      'Send authorizations at a steady rate, with reversals and completions. Press Ctrl-C to stop and print the summary.',
    )
    .option('--rate <number>', 'authorizations per second, at most 1000', readBetween(0.1, 1_000), 10)
    .option('--minutes <number>', 'duration in minutes', readBetween(0.01, 1_440), 1)
    .option(
      '--seed <number>',
      'seed of the cards, amounts and merchants; the same seed generates the same ones',
      readBetween(0, 2 ** 31),
      1,
    );
  withExamples(
    withConnectionOptions(withIsoOption(traffic)),
    'cardwright simulate traffic --rate 50 --minutes 5 --seed 7',
    'cardwright simulate traffic --iso --rate 200',
  ).action(async (options: TrafficOptions) => (await import('./send-traffic.ts')).sendTraffic(options));
}

function withIsoOption(command: Command): Command {
  return command.addOption(
    new Option('--iso [host:port]', 'send ISO 8583 messages to the demo network').preset('127.0.0.1:8583'),
  );
}

function collectField(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}

function readBetween(least: number, most: number) {
  return (text: string): number => {
    const number = Number(text);
    if (text.trim() !== '' && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Enter a number from ${least} to ${most}.`);
  };
}
