import { type Command, Option } from 'commander';
import { withExamples, withJsonOption } from '../connection/shared-options.ts';
import type { DecodeOptions } from './decode-message.ts';

/** Registers `iso`, which works with ISO 8583 messages. */
export function registerIso(program: Command): void {
  const iso = program.command('iso').description('Work with ISO 8583 messages');

  const decode = iso
    .command('decode')
    .summary('Decode an ISO 8583 message and describe its fields')
    .description(
      'Decode an ISO 8583 message and describe its fields. Card numbers are masked, and track data, PIN and chip data are not shown. Other users of a machine can see arguments: pass a real message by --file or standard input.',
    )
    .argument('[message]', 'message in hexadecimal digits or Base64; default: standard input')
    .option('--file <path>', 'file with the bytes of the message; - is standard input')
    .option('--spec <name>', 'name of a specification, or a JSON file with your own one', 'iso1987-ascii')
    .addOption(
      new Option('--length <kind>', 'kind of the length before the message').choices([
        '2-byte',
        '4-digit',
        '2-byte-bcd',
      ]),
    )
    .option('--tpdu', 'a TPDU of five bytes precedes the message');
  withExamples(
    withJsonOption(decode),
    'cardwright iso decode 3038303030303230303030303030303030303030303030303432',
    'cardwright iso decode --file message.bin --spec iso1987-binary --length 2-byte',
    'cardwright iso decode --file message.bin --spec our-network.json --json',
  ).action(async (message: string | undefined, options: DecodeOptions) =>
    (await import('./decode-message.ts')).decodeMessage(message, options),
  );
}
