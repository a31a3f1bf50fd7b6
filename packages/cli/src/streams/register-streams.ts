import type { Command } from 'commander';
import { withConnectionOptions, withExamples } from '../connection/shared-options.ts';
import type { ListenOptions, TailOptions } from './stream-options.ts';

/** Registers `listen` and `tail`, which run until they are interrupted. */
export function registerStreams(program: Command): void {
  const listen = program
    .command('listen')
    .summary('Receive notifications, and forward them to a receiver')
    .description(
      'Register an endpoint for this run, and forward its notifications with their signatures to a receiver that the sandbox cannot reach. The command returns the responses of the receiver to the sandbox. Press Ctrl-C to stop and delete the endpoint.',
    )
    .option('--forward-to <url>', 'URL of your receiver; default: print each notification, and respond with 00')
    .option(
      '--events <type...>',
      'event types to subscribe to, such as limit.reached; default: all event types that the caller may get, without those of changes',
    )
    .option('--since <time>', 'also send earlier notifications since this time, such as 2026-11-22T08:00:00Z');
  withExamples(
    withConnectionOptions(listen),
    'cardwright listen --forward-to http://localhost:3000/hook',
    'cardwright listen --events authorization.declined limit.reached rule.live',
    'cardwright trigger TC      # in another terminal',
  ).action(async (options: ListenOptions) => (await import('./listen.ts')).listen(options));

  const tail = program
    .command('tail')
    .summary('Show requests live, with their findings and warnings')
    .description(
      'Show each request of your bank when its response is sent, with its findings and its accepted deviations. Of the values, only the account, the merchant and the decision are shown. Press Ctrl-C to stop. If you combine filters, a request must match all of them.',
    )
    .option('--problems', 'show only requests with findings or warnings')
    .option(
      '--type <operation>',
      'operation or group of operations, such as authorization.authorize-ecommerce or cards',
    )
    .option('--account <number>', 'account number of the requests')
    .option('--merchant <id>', 'merchant ID of the requests')
    .option('--decision <code>', 'decision: approved, declined, or an action code such as 51');
  withExamples(
    withConnectionOptions(tail),
    'cardwright tail',
    'cardwright tail --problems --json',
    'cardwright tail --account 001000000001 --decision declined',
  ).action(async (options: TailOptions) => (await import('./tail.ts')).tail(options));
}
