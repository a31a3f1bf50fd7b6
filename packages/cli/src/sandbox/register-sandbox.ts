import { Argument, type Command, InvalidArgumentError } from 'commander';
import { type SharedOptions, withConnectionOptions, withExamples } from '../connection/shared-options.ts';
import type { PartnerOptions } from './run-partner.ts';
import { EVENTS, eventNamed, type TriggeredEvent } from './triggered-events.ts';

/** Registers the sandbox commands: fixtures, clock, and events on demand. */
export function registerSandbox(program: Command): void {
  const fixtures = program
    .command('fixtures')
    .summary('List the test data of a sandbox')
    .description('List the callers, accounts, cards, tokens and endpoints of a sandbox. You do not need to log in.')
    .option('--show-card-numbers', 'show full card numbers; those of a sandbox are not secret');
  withExamples(
    withConnectionOptions(fixtures),
    'cardwright fixtures',
    'cardwright fixtures --json --show-card-numbers',
  ).action(async (options) => (await import('./show-fixtures.ts')).printFixtures(options));

  const clock = program
    .command('clock')
    .summary('Show the clock of a sandbox, or move it forward')
    .description(
      'Show the clock of a sandbox, or move it forward. When the command returns, everything that became due has happened: reservations have expired, switches have ended, and counters are back at zero.',
    )
    .argument('[move]', 'duration such as +3d, +12h, +30m or +45s, or a time such as 2026-12-01T00:00:00Z');
  withExamples(withConnectionOptions(clock), 'cardwright clock', 'cardwright clock +3d').action(
    async (move: string | undefined, options: SharedOptions) =>
      (await import('./move-clock.ts')).moveClock(move, options),
  );

  const trigger = program
    .command('trigger')
    .summary('Trigger an event and its notifications')
    .description(
      `Trigger an event through the operations of a bank, a network or an acquirer. Its notifications are sent to the endpoints that subscribe to it, such as the one of "cardwright listen":\n${Object.entries(
        EVENTS,
      )
        .map(([event, description]) => `  ${event.padEnd(24)} ${description}`)
        .join(
          '\n',
        )}\nauthorization.advice has no trigger, because a bank gets it only with a decision partner: use "cardwright partner".`,
    )
    .addArgument(new Argument('<event>', 'type of the event').choices(Object.keys(EVENTS)).argParser(readEvent))
    .option('--card <id>', 'EXID or masked number of the card; default: the first card of the fixtures');
  withExamples(
    withConnectionOptions(trigger),
    'cardwright trigger AC',
    'cardwright trigger TD:6 --card 400000XXXXXX0018',
    'cardwright trigger limit.reached',
  ).action(async (event: TriggeredEvent, options) => (await import('./trigger-event.ts')).triggerEvent(event, options));

  const partner = program
    .command('partner')
    .summary('Run a decision partner for the bank of a sandbox')
    .description(
      'Run a decision partner for the bank of a sandbox. The gateway calls it for each authorization, and the command prints calls and advices. Press Ctrl-C to stop.',
    )
    .option('--approve <percent>', 'percentage of calls that it approves', percent, 100)
    .option('--delay <ms>', 'response time in milliseconds', millis, 0)
    .option('--fail <percent>', 'percentage of calls to which it does not respond', percent, 0)
    .option('--deadline <ms>', 'time in milliseconds that the gateway waits for a response', millis, 500)
    .option('--stand-in <amount>', 'maximum amount that the gateway approves in stand-in', '0');
  withExamples(
    withConnectionOptions(partner),
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
  throw new InvalidArgumentError(`Enter a whole number from 0 to ${most}.`);
}
