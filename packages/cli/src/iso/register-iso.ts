import { type Command, Option } from 'commander';
import { withExamples, withJsonOption } from '../connection/shared-options.ts';
import type { DecodeOptions } from './decode-message.ts';
import type { MaintainOptions } from './maintain-connection.ts';
import type { SendOptions } from './send-messages.ts';

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
    .option('--spec <name>', 'name of a built-in specification, or a JSON file with your own', 'iso1987-ascii')
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

  const send = withConnection(
    iso
      .command('send')
      .summary('Send an ISO 8583 message and print the response')
      .description(
        'Send an ISO 8583 message and print it with its response. Fields that you do not name get usual values. Card numbers are masked in the output. Other users of a machine can see arguments: send cards of a sandbox only.',
      )
      .argument('<mti>', 'message type, such as 0100, 0420 or 0800')
      .option('--card <number>', 'card number (field 2)')
      .option('--expiry <YYMM>', 'expiry of the card (field 14)')
      .option('--amount <amount>', 'amount with two decimals (field 4)', '25.00')
      .option('--field <number=value>', 'value of a field; without a value, the field is omitted', collect, [])
      .option('--next <mti>', 'type of a message about the first one, sent after its response', collect, [])
      .option('--timeout <seconds>', 'seconds to wait for a response', '10'),
  );
  withExamples(
    withJsonOption(send),
    'cardwright iso send 0800 --field 70=001',
    'cardwright iso send 0100 --card 4000001000000018 --expiry 3112 --amount 25.00',
    'cardwright iso send 0100 --card 4000001000000018 --expiry 3112 --next 0101 --next 0420',
  ).action(async (mti: string, options: SendOptions) =>
    (await import('./send-messages.ts')).sendMessages(mti, options),
  );

  const hold = withConnection(
    iso
      .command('connect')
      .summary('Keep an ISO 8583 connection and print its messages')
      .description(
        'Sign on, send echoes, respond to those of the host, and print every message until you press Ctrl-C.',
      )
      .option('--echo <seconds>', 'seconds between two echoes', '30'),
  );
  withExamples(hold, 'cardwright iso connect --to 127.0.0.1:8583 --echo 10').action(async (options: MaintainOptions) =>
    (await import('./maintain-connection.ts')).maintainConnection(options),
  );
}

function withConnection(command: Command): Command {
  return command
    .option('--to <host:port>', 'address of the host', '127.0.0.1:8583')
    .option('--spec <name>', 'name of a built-in specification, or a JSON file with your own', 'iso1987-ascii')
    .addOption(
      new Option('--length <kind>', 'kind of the length before each message')
        .choices(['2-byte', '4-digit', '2-byte-bcd'])
        .default('2-byte'),
    )
    .option('--tpdu', 'a TPDU of five bytes precedes each message')
    .option('--tls', 'connect with TLS')
    .option('--ca-file <path>', 'authorities of the certificate of the host, in PEM')
    .option('--cert-file <path>', 'client certificate, in PEM')
    .option('--key-file <path>', 'private key of the client certificate, in PEM');
}

function collect(value: string, values: readonly string[]): readonly string[] {
  return [...values, value];
}
