import type { Command } from 'commander';
import { withConnectionOptions, withExamples } from '../connection/shared-options.ts';
import type { ResendOptions } from './resend-events.ts';
import type { TailEventsOptions } from './tail-events.ts';

/** Registers `events`, which follows published events and sends them again. */
export function registerEvents(program: Command): void {
  const events = program.command('events').description('Follow and resend events');
  registerTail(events);
  const resend = events
    .command('resend')
    .description(
      'Resend one event, or all events since a time, with their original IDs. Each notification goes to the endpoints that it was sent to before. Pending notifications are not affected.',
    )
    .argument('[id]', 'notification ID of the event: the webhook-id that its receivers got')
    .option('--endpoint <id>', 'ID of the only endpoint to resend to')
    .option(
      '--since <time>',
      'instead of an ID: resend delivered and dead notifications since this time, such as 2026-11-22T08:00:00Z',
    );
  withExamples(
    withConnectionOptions(resend),
    'cardwright events resend 2b0f6c1e-3d1c-4b5e-9f51-7f0f7c1d9a10',
    'cardwright events resend --since 2026-11-22T08:00:00Z',
  ).action(async (id: string | undefined, options: ResendOptions) =>
    (await import('./resend-events.ts')).resendEvents(id, options),
  );
}

function registerTail(events: Command): void {
  const tail = events
    .command('tail')
    .description(
      'Print events of the bank or acquirer as they are published, without their content. Events of changes and authorizations are published only if an endpoint subscribes to them. In the sandbox, `cardwright listen` prints the content too.',
    )
    .option('--type <type>', 'only events of this type, or of a prefix such as card.*')
    .option('--since <time>', 'also print earlier events since this time, such as 2026-11-22T08:00:00Z');
  withExamples(
    withConnectionOptions(tail),
    'cardwright events tail',
    "cardwright events tail --type 'card.*' --json",
  ).action(async (options: TailEventsOptions) => (await import('./tail-events.ts')).tailEvents(options));
}
