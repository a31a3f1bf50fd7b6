import type { Command } from 'commander';
import { withConnectionOptions, withExamples } from '../connection/shared-options.ts';
import type { CallCommandOptions } from './call-options.ts';

/** Registers `call`, which calls any operation of the interface by its name. */
export function registerCall(program: Command): void {
  const call = program
    .command('call')
    .summary('Call any operation of the API')
    .description(
      'Call an operation, and print the body of the response. The body of the request comes from --file, --data, standard input, or name=value arguments. The command adds headers, message IDs and the envelope.',
    )
    .argument('[operation]', 'name of the operation, such as cards.create-card')
    .argument('[members...]', 'name=value: path parameters, query parameters, or members of the body')
    .option('-f, --file <file>', 'JSON file with the body; - for standard input')
    .option('-d, --data <json>', 'body as JSON')
    .option('--msg-id <id>', 'msg_id of the envelope; reuse it to repeat a request')
    .option('--tracking-id <id>', 'tracking_id of the envelope')
    .option('--idempotency-key <key>', 'Idempotency-Key of a plain JSON request; reuse it to repeat a request')
    .option('--if-match <etag>', 'ETag of the version that the request changes')
    .option('--all', 'get all pages of a list; with --json, print one entry per line')
    .option('--list', 'list the operations');
  withExamples(
    withConnectionOptions(call),
    'cardwright call --list',
    'cardwright call accounts.enquire-balance account_identifier_id=001000000001 account_identifier_type=CONTRACT_NUMBER',
    'cardwright call cards.create-card -f card.json',
    'cardwright call tokens.list-tokens state=ACTIVE limit=5',
    'cardwright call tokens.list-tokens --all --json',
    "cardwright call authorization.backtest-account account_number=001000000001 -d '{}'",
  ).action(async (operation: string | undefined, members: string[], options: CallCommandOptions) =>
    (await import('./call-operation.ts')).callOperation(operation, members, options),
  );
}
