import { Argument, type Command, InvalidArgumentError } from 'commander';
import { type SharedOptions, takesConnection, withExamples } from '../connection/shared-options.ts';
import type { PartnerOptions } from './run-partner.ts';
import { EVENTS, eventNamed, type TriggeredEvent } from './triggered-events.ts';

/** Registers the sandbox commands: fixtures, clock, and events on demand. */
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
    .summary('make an event happen, with its notifications')
    .description(
      `Makes an event happen by the operations of a bank, a network or an acquirer, so that its notifications are sent to the endpoints that ask for it, such as that of "cardwright listen":\n${Object.entries(
        EVENTS,
      )
        .map(([event, told]) => `  ${event.padEnd(24)} ${told}`)
        .join(
          '\n',
        )}\nauthorization.advice has no trigger: a bank gets it only with a decision partner, and "cardwright partner" is one.`,
    )
    .addArgument(new Argument('<event>', 'which one').choices(Object.keys(EVENTS)).argParser(readEvent))
    .option('--card <id>', 'EXID or masked number; default: the first card of the fixtures');
  withExamples(
    takesConnection(trigger),
    'cardwright trigger AC',
    'cardwright trigger TD:6 --card 400000XXXXXX0018',
    'cardwright trigger limit.reached',
  ).action(async (event: TriggeredEvent, options) => (await import('./trigger-event.ts')).triggerEvent(event, options));

  const partner = program
    .command('partner')
    .summary('be the system that a bank of the sandbox asks')
    .description(
      'Is the decision partner of the sandbox’s bank: each authorization is asked about here, until Ctrl-C. Shows questions and advices.',
    )
    .option('--approve <percent>', 'how many of a hundred it approves', percent, 100)
    .option('--delay <ms>', 'how long it takes', millis, 0)
    .option('--fail <percent>', 'how many of a hundred it leaves without an answer', percent, 0)
    .option('--deadline <ms>', 'how long the gateway waits', millis, 500)
    .option('--stand-in <amount>', 'up to which amount the gateway approves without it', '0');
  withExamples(
    takesConnection(partner),
    'cardwright partner',
    'cardwright partner --approve 90 --delay 300 --fail 5 --stand-in 50.00',
  ).action(async (options: PartnerOptions) => (await import('./run-partner.ts')).runPartner(options));
}

function readEvent(text: string): TriggeredEvent {
  const event = eventNamed(text);
  if (event === undefined) throw new InvalidArgumentError(`Allowed choices are ${Object.keys(EVENTS).join(', ')}.`);
  return event;
}

function percent(text: string): number {
  return wholeUpTo(text, 100);
}

function millis(text: string): number {
  return wholeUpTo(text, 60_000);
}

function wholeUpTo(text: string, most: number): number {
  const number = Number(text);
  if (/^\d{1,6}$/.test(text) && number <= most) return number;
  throw new InvalidArgumentError(`A whole number from 0 to ${most}.`);
}
