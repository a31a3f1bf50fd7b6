import { Command, Option } from 'commander';
import type { RunFlags } from './run-command.ts';

/** Registers `cardwright conformance`, which checks an implementation of the interface against its tables. */
export function registerConformance(program: Command): void {
  const command = program
    .command('conformance')
    .summary('Test an implementation of the interface')
    .description(
      'Test any implementation of the interface against its tables. The exit code is 1 if it deviates from the interface.',
    )
    .option(
      '--url <url>',
      'URL of the implementation; default: the URL of the profile, or of a sandbox on this machine',
    )
    .option(
      '--paths <file>',
      'JSON file with the prefix and the paths of the implementation, if they differ from the reference',
    )
    .addOption(
      new Option(
        '--read-only',
        'run only the cases that change no data, including invalid enquiries (default)',
      ).conflicts('sandbox'),
    )
    .option('--sandbox', 'run all cases, including those that create and change clients, accounts, cards and tokens')
    .addOption(
      new Option(
        '--record <file>',
        'run a proxy in front of the implementation, and record the traffic to this HAR file',
      ).conflicts('sandbox'),
    )
    .option('--listen <port>', 'port that --record listens on', '0')
    .addOption(
      new Option(
        '--replay <file>',
        'write a drift report for recorded traffic: a HAR file, or a folder of request-response pairs',
      ).conflicts(['sandbox', 'record']),
    )
    .option('--profile <name>', 'profile of the bank, created by "cardwright login"')
    .option('--network-profile <name>', 'profile of the card network')
    .option('--acquirer-profile <name>', 'profile of the acquirer')
    .option('--client <id>', 'OAuth client of the bank; default: the client of a Cardwright sandbox')
    .addOption(new Option('--secret <secret>', 'client secret of the bank').env('CONFORMANCE_SECRET'))
    .option('--network-client <id>', 'OAuth client of the card network')
    .addOption(
      new Option('--network-secret <secret>', 'client secret of the card network').env('CONFORMANCE_NETWORK_SECRET'),
    )
    .option('--acquirer-client <id>', 'OAuth client of the acquirer')
    .addOption(
      new Option('--acquirer-secret <secret>', 'client secret of the acquirer').env('CONFORMANCE_ACQUIRER_SECRET'),
    )
    .option('--token-path <path>', 'path of the token endpoint, relative to the URL', '/oauth2/token')
    .option('--prefix <prefix>', 'operator prefix of the envelope', 'Gw')
    .option('--subject <file>', 'JSON file with the bank and an existing card')
    .option('--only <pattern>', 'regular expression that the IDs of the cases must match')
    .option('--at-once <count>', 'number of concurrent requests', '8')
    .option('--no-receiver', 'do not run a receiver for notifications')
    .option('--receiver-port <port>', 'port that the receiver listens on')
    .option('--receiver-url <url>', 'URL at which the implementation reaches the receiver')
    .option('--json <file>', 'write the report to a JSON file; - for standard output')
    .option('--html <file>', 'write the report to a self-contained HTML file')
    .option('--junit <file>', 'write the report to a JUnit XML file')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: RunFlags) => (await import('./run-command.ts')).runConformance(flags));
  command.addCommand(diffCommand());
}

const EXAMPLES = `
Examples:
  cardwright conformance --sandbox
  cardwright conformance --url https://cards.example.com --client our-client --subject card.json --html report.html
  cardwright conformance --url https://cards.example.com --record traffic.har --listen 9090
  cardwright conformance --replay traffic.har --html drift.html
  cardwright conformance diff before.json after.json`;

function diffCommand(): Command {
  return new Command('diff')
    .summary('Compare two reports')
    .description('Compare two reports. The exit code is 1 if a case fails that did not fail before.')
    .argument('<before>', 'JSON file with the earlier report')
    .argument('<after>', 'JSON file with the later report')
    .action(async (before: string, after: string) => (await import('./diff-command.ts')).runDiff(before, after));
}
