import { Argument, type Command } from 'commander';
import { type SharedOptions, takesConnection, withExamples } from '../connection/shared-options.ts';
import { EVENTS, type TriggeredEvent } from './token-events.ts';

/** Registers what only a sandbox can do: its fixtures, its clock, and events when they are wanted. */
export function registerSandbox(program: Command): void {
  const fixtures = program
    .command('fixtures')
    .summary('what the sandbox was seeded with')
    .description('Lists the callers, accounts, cards, tokens and endpoints of a sandbox. Nobody has to be logged in.')
    .option('--show-card-numbers', 'whole card numbers: those of the sandbox are no secret');
  withExamples(
    takesConnection(fixtures),
    'cardwright fixtures',
    'cardwright fixtures --json --show-card-numbers',
  ).action(async (options) => (await import('./show-fixtures.ts')).showFixtures(options));

  const clock = program
    .command('clock')
    .summary('show the sandbox’s clock, or move it forward')
    .description(
      'Without an argument, shows the time. What falls due by a move has happened when the command returns: reservations expire, switches end, counters return to zero.',
    )
    .argument('[move]', 'a span such as +3d, +12h, +30m or +45s, or a time such as 2026-12-01T00:00:00Z');
  withExamples(takesConnection(clock), 'cardwright clock', 'cardwright clock +3d').action(
    async (move: string | undefined, options: SharedOptions) =>
      (await import('./move-clock.ts')).moveClock(move, options),
  );

  const trigger = program
    .command('trigger')
    .summary('make a token event happen, with its notification')
    .description(
      `Makes and changes a token of a card, by the operations of a bank, so that a notification is sent to its endpoints:\n${Object.entries(
        EVENTS,
      )
        .map(([event, told]) => `  ${event.padEnd(5)} ${told}`)
        .join('\n')}`,
    )
    .addArgument(new Argument('<event>', 'which one').choices(Object.keys(EVENTS)))
    .option('--card <id>', 'EXID or masked number; default: the first card of the fixtures');
  withExamples(
    takesConnection(trigger),
    'cardwright trigger AC',
    'cardwright trigger TD-6 --card 400000XXXXXX0018',
  ).action(async (event: TriggeredEvent, options) => (await import('./trigger-event.ts')).triggerEvent(event, options));
}
