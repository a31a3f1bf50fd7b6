import type { Command } from 'commander';
import { takesConnection, withExamples } from '../connection/shared-options.ts';
import type { ResendOptions } from './resend-events.ts';

/** Registers `events`, which sends published events again. */
export function registerEvents(program: Command): void {
  const resend = program
    .command('events')
    .description('tell events again to webhook endpoints')
    .command('resend')
    .description(
      'Makes messages pending again, under their ids: those of one event, or all since a time. Each goes to the endpoints that had it. What still waits there is sent anyway.',
    )
    .argument('[id]', 'notification id of the event, which its receivers got as webhook-id')
    .option('--endpoint <id>', 'to this endpoint alone')
    .option('--since <time>', 'in place of an id: delivered and dead ones from this time on: 2026-11-22T08:00:00Z');
  withExamples(
    takesConnection(resend),
    'cardwright events resend 2b0f6c1e-3d1c-4b5e-9f51-7f0f7c1d9a10',
    'cardwright events resend --since 2026-11-22T08:00:00Z',
  ).action(async (id: string | undefined, options: ResendOptions) =>
    (await import('./resend-events.ts')).resendEvents(id, options),
  );
}
