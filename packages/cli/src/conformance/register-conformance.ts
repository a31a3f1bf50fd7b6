import { Command, Option } from 'commander';
import type { RunFlags } from './run-command.ts';

/** Registers `cardwright conformance`, which checks an implementation of the interface against its tables. */
export function registerConformance(program: Command): void {
  const command = program
    .command('conformance')
    .description(
      'hold any implementation of the interface against its tables; exit code 1 if it deviates from the interface',
    )
    .option('--url <url>', 'where the implementation is (default: that of the profile, or a sandbox on this machine)')
    .option('--paths <file>', 'JSON file with its prefix and paths, where they are others than those of the reference')
    .addOption(
      new Option('--read-only', 'only what changes nothing, broken requests of enquiries included (default)').conflicts(
        'sandbox',
      ),
    )
    .option('--sandbox', 'everything: makes clients, accounts, cards, tokens, and changes them')
    .addOption(
      new Option('--record <file>', 'stand in front of the implementation, and write what passes as HAR').conflicts(
        'sandbox',
      ),
    )
    .option('--listen <port>', 'where --record listens', '0')
    .addOption(
      new Option('--replay <file>', 'drift report of recorded traffic: a HAR file, or a folder of pairs').conflicts([
        'sandbox',
        'record',
      ]),
    )
    .option('--profile <name>', 'the bank, by a profile that "cardwright login" kept')
    .option('--network-profile <name>', 'the card network, by a profile')
    .option('--acquirer-profile <name>', 'the acquirer, by a profile')
    .option('--client <id>', 'OAuth client of the bank; a Cardwright sandbox tells its own')
    .addOption(new Option('--secret <secret>', 'its secret').env('CONFORMANCE_SECRET'))
    .option('--network-client <id>', 'OAuth client of the card network')
    .addOption(new Option('--network-secret <secret>', 'its secret').env('CONFORMANCE_NETWORK_SECRET'))
    .option('--acquirer-client <id>', 'OAuth client of the acquirer')
    .addOption(new Option('--acquirer-secret <secret>', 'its secret').env('CONFORMANCE_ACQUIRER_SECRET'))
    .option('--token-path <path>', 'where tokens are issued, below the url', '/oauth2/token')
    .option('--prefix <prefix>', 'operator prefix of the envelope', 'Gw')
    .option('--subject <file>', 'JSON file with the bank, and with a card that is there already')
    .option('--only <pattern>', 'only cases whose id matches this regular expression')
    .option('--at-once <count>', 'requests at once', '8')
    .option('--no-receiver', 'run no receiver for notifications')
    .option('--receiver-port <port>', 'port that the receiver listens on')
    .option('--receiver-url <url>', 'how the implementation reaches the receiver')
    .option('--json <file>', 'write the report as JSON; - for the standard output')
    .option('--html <file>', 'write it as a page of its own')
    .option('--junit <file>', 'write it as JUnit XML')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: RunFlags) => (await import('./run-command.ts')).runConformance(flags));
  command.addCommand(diffCommand());
}

const EXAMPLES = `
Examples:
  cardwright conformance --sandbox                            a sandbox on this machine
  cardwright conformance --url https://cards.example.com --client us --subject card.json --html report.html
  cardwright conformance --url https://cards.example.com --record traffic.har --listen 9090
  cardwright conformance --replay traffic.har --html drift.html
  cardwright conformance diff before.json after.json`;

function diffCommand(): Command {
  return new Command('diff')
    .description('what differs between two reports; exit code 1 if a case fails that did not before')
    .argument('<before>', 'report as JSON')
    .argument('<after>', 'report as JSON')
    .action(async (before: string, after: string) => (await import('./diff-command.ts')).runDiff(before, after));
}
