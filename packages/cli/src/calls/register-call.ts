import type { Command } from 'commander';
import { takesConnection, withExamples } from '../connection/shared-options.ts';
import type { CallCommandOptions } from './call-options.ts';

/** Registers `call`, which calls any operation of the interface by its name. */
export function registerCall(program: Command): void {
  const call = program
    .command('call')
    .summary('send any operation of the interface')
    .description(
      'Sends an operation and prints the body of its answer. The body comes from --file, from --data, from what is piped in, or from the members given as name=value. Headers, message ids and the envelope are made.',
    )
    .argument('[operation]', 'its name, such as cards.create-card; completed by the shell')
    .argument('[members...]', 'name=value: parts of the path, of the query, or members of the body')
    .option('-f, --file <file>', 'a file with the body as JSON; - is standard input')
    .option('-d, --data <json>', 'the body itself')
    .option('--msg-id <id>', 'msg_id of the envelope, to repeat a request')
    .option('--tracking-id <id>', 'tracking_id of the envelope')
    .option('--idempotency-key <key>', 'to repeat a plain JSON request')
    .option('--if-match <etag>', 'only if this version is still in force')
    .option('--all', 'of a list, all of its pages: an entry a line with --json')
    .option('--list', 'list the operations');
  withExamples(
    takesConnection(call),
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
