import type { Command } from 'commander';
import { withExamples, withJsonOption } from './connection/shared-options.ts';
import type { InitOptions } from './init-answers.ts';
import { onDeployment } from './with-deployment.ts';

/** Registers `cardwright init`, which writes the files for the first day in production. */
export function registerInit(program: Command): void {
  const init = program
    .command('init')
    .summary('Create and check the files of a new deployment')
    .description(
      'Create keys.json, banks.json and cardwright.env in a folder, readable only by their owner, and run the checks of doctor on them. On a terminal, the command prompts for missing values. Existing files are never overwritten.',
    )
    .argument('[folder]', 'folder of the new files', '/etc/cardwright')
    .option('--public-url <url>', 'public URL of the service: https://...')
    .option('--database-url <url>', 'URL of the database, with the login of the servers')
    .option(
      '--owner-database-url <url>',
      'URL of the same database, with the login of its owner; default: the login of the servers',
    )
    .option(
      '--trust-database-network',
      'connect to the database without verified TLS, because the network to it is private',
    )
    .option('--bank-id <id>', 'ID of the first bank: 1 to 4 uppercase letters or digits')
    .option('--bank-code <code>', 'code of the bank in client records: 1 to 3 letters or digits')
    .option('--bank-name <name>', 'name of the bank: 1 to 100 characters')
    .option('--country <code>', 'country of the bank: two letters')
    .option('--currency <code>', 'currency of the bank: three letters')
    .option('--time-zone <name>', 'time zone of the bank, such as Asia/Dubai')
    .option('--bin <digits>', 'BIN of the cards of the bank: 6 to 8 digits')
    .option('--data-dir <folder>', 'folder that the server writes to', '/var/lib/cardwright')
    .option('--trusted-proxies <addresses>', 'addresses of the proxies in front of the servers, separated by commas');
  withExamples(
    withJsonOption(init),
    'cardwright init',
    'cardwright init etc --public-url https://cards.example.com --database-url postgres:///cardwright --bank-id ACME --bank-code 042 --bank-name "Acme Bank" --country AE --currency AED --time-zone Asia/Dubai --bin 45000100',
  ).action(
    onDeployment(async () => async (folder: string, options: InitOptions) => {
      await (await import('./write-deployment.ts')).writeDeployment(folder, options);
    }),
  );
}
