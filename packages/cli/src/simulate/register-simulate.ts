import { type Command, InvalidArgumentError } from 'commander';
import { takesConnection, withExamples } from '../connection/shared-options.ts';
import type { AuthorizeOptions, TrafficOptions } from './simulate-options.ts';

/** Registers `simulate`, which sends card network messages to a sandbox. */
export function registerSimulate(program: Command): void {
  const simulate = program.command('simulate').description('send what a card network sends, into a sandbox');
  const authorize = simulate
    .command('authorize')
    .description('send an e-commerce authorization; a decline is an answer too')
    .option('--card <id>', 'EXID or masked number; default: the first card of the fixtures')
    .option('--amount <amount>', 'in the currency of the account', '25.00')
    .option('--mcc <code>', 'merchant category code', '5411')
    .option('--country <letters>', 'where the merchant is; default: in the country of the bank')
    .option('--field <name=value>', 'another value of a field of the message; repeatable', collectField, []);
  withExamples(
    takesConnection(authorize),
    'cardwright simulate authorize',
    'cardwright simulate authorize --amount 9000.00 --country FR',
    'cardwright simulate authorize --field POS_Enty_Mode=051 --field POS_Condition_Code=00',
  ).action(async (options: AuthorizeOptions) => (await import('./send-authorization.ts')).sendAuthorization(options));

  for (const [name, told] of [
    ['reverse', 'give back what an authorization reserved, whole or in part'],
    ['complete', 'debit the final amount of an authorization'],
  ] as const) {
    const ending = simulate
      .command(name)
      .description(told)
      .argument('<rrn>', 'retrieval reference number of the authorization')
      .option('--amount <amount>', 'default: all that is still reserved');
    takesConnection(ending).action(async (rrn: string, options) =>
      (await import('./end-authorization.ts')).endAuthorization(name, rrn, options),
    );
  }

  const traffic = simulate
    .command('traffic')
    .description(
      'send authorizations at a steady rate, with reversals and completions; Ctrl-C ends it with its summary',
    )
    .option('--rate <number>', 'authorizations a second, at most 1000', readBetween(0.1, 1_000), 10)
    .option('--minutes <number>', 'how long', readBetween(0.01, 1_440), 1)
    .option('--seed <number>', 'the same seed sends the same cards, amounts and merchants', readBetween(0, 2 ** 31), 1);
  withExamples(takesConnection(traffic), 'cardwright simulate traffic --rate 50 --minutes 5 --seed 7').action(
    async (options: TrafficOptions) => (await import('./send-traffic.ts')).sendTraffic(options),
  );
}

function collectField(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}

function readBetween(least: number, most: number) {
  return (text: string): number => {
    const number = Number(text);
    if (text.trim() !== '' && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`A number from ${least} to ${most}.`);
  };
}
