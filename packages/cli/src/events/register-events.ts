import type { Command } from 'commander';
import { withConnectionOptions, withExamples } from '../connection/shared-options.ts';
import type { ResendOptions } from './resend-events.ts';

/** Registers `events`, which sends published events again. */
export function registerEvents(program: Command): void {
  const resend = program
    .command('events')
    .description('Manage events')
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
