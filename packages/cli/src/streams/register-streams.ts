import type { Command } from 'commander';
import { takesConnection, withExamples } from '../connection/shared-options.ts';
import type { ListenOptions, TailOptions } from './stream-options.ts';

/** Registers `listen` and `tail`, which run until they are interrupted. */
export function registerStreams(program: Command): void {
  const listen = program
    .command('listen')
    .summary('receive notifications here, and forward them to a receiver')
    .description(
      'Registers an endpoint for this run, and forwards what is sent to it, signed as it was, to a receiver that the sandbox cannot reach. The receiver’s answers go back as if they came from the endpoint. Ctrl-C deletes the endpoint.',
    )
    .option('--forward-to <url>', 'your receiver; without it, everything is shown and answered 00')
    .option(
      '--events <type...>',
      'only events of these types, such as limit.reached; default: all that the caller can get',
    )
    .option('--since <time>', 'earlier notifications too, from this time on: 2026-11-22T08:00:00Z');
  withExamples(
    takesConnection(listen),
    'cardwright listen --forward-to http://localhost:3000/hook',
    'cardwright listen --events authorization.declined limit.reached rule.live',
    'cardwright trigger TC      # in another terminal',
  ).action(async (options: ListenOptions) => (await import('./listen.ts')).listen(options));

  const tail = program
    .command('tail')
    .summary('requests with their findings and warnings, as they come')
    .description(
      'Shows every request of your bank while it is answered: what was wrong with it, and what was accepted though it deviates from the tables. Of its values, account, merchant and decision are shown. Ctrl-C ends it. Filters that are given together all have to match.',
    )
    .option('--problems', 'only requests that failed or deviate')
    .option('--type <operation>', 'only this operation, or this group: authorization.authorize-ecommerce, or cards')
    .option('--account <number>', 'only requests about this account')
    .option('--merchant <id>', 'only requests about this merchant')
    .option('--decision <code>', 'only decisions: approved, declined, or an action code such as 51');
  withExamples(
    takesConnection(tail),
    'cardwright tail',
    'cardwright tail --problems --json',
    'cardwright tail --account 001000000001 --decision declined',
  ).action(async (options: TailOptions) => (await import('./tail.ts')).tail(options));
}
