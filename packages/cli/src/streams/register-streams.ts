import type { Command } from 'commander';
import { takesConnection, withExamples } from '../connection/shared-options.ts';
import type { ListenOptions, TailOptions } from './stream-options.ts';

/** Registers `listen` and `tail`, which go on until somebody stops them. */
export function registerStreams(program: Command): void {
  const listen = program
    .command('listen')
    .summary('receive notifications here, and forward them to a receiver')
    .description(
      'Registers an endpoint for this run, and forwards what is sent to it, signed as it was, to a receiver that the sandbox cannot reach. The receiver’s answers go back as if they came from the endpoint. Ctrl-C deletes the endpoint.',
    )
    .option('--forward-to <url>', 'your receiver; without it, everything is shown and answered 00')
    .option('--since <time>', 'earlier notifications too, from this time on: 2026-11-22T08:00:00Z');
  withExamples(
    takesConnection(listen),
    'cardwright listen --forward-to http://localhost:3000/hook',
    'cardwright trigger TC      # in another terminal',
  ).action(async (options: ListenOptions) => (await import('./listen.ts')).listen(options));

  const tail = program
    .command('tail')
    .summary('requests with their findings and warnings, as they come')
    .description(
      'Shows every request of your bank while it is answered: what was wrong with it, and what was accepted though it deviates from the tables. Values are not shown. Ctrl-C ends it.',
    )
    .option('--problems', 'only requests that failed or deviate');
  withExamples(takesConnection(tail), 'cardwright tail', 'cardwright tail --problems --json').action(
    async (options: TailOptions) => (await import('./tail.ts')).tail(options),
  );
}
