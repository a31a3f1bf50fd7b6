import type { Command } from 'commander';
import { takesJson, withExamples } from './connection/shared-options.ts';
import type { InitOptions } from './init-answers.ts';
import { onDeployment } from './with-deployment.ts';

/** Registers `cardwright init`, which writes the files for the first day in production. */
export function registerInit(program: Command): void {
  const init = program
    .command('init')
    .summary('write key file, configuration and environment of a new deployment, and check them')
    .description(
      'Writes keys.json, banks.json and cardwright.env into a folder, each for its owner alone, and lets doctor look at them. What is not given is asked for on a terminal. A file that exists is never replaced.',
    )
    .argument('[folder]', 'where they are written', '/etc/cardwright')
    .option('--public-url <address>', 'where callers reach the service: https://...')
    .option('--database-url <url>', 'the database, with the login of the servers')
    .option(
      '--owner-database-url <url>',
      'the same database, with the login of its owner; left out, there is one login',
    )
    .option('--trust-database-network', 'nobody else is on the network to the database, so it needs no verified TLS')
    .option('--bank-id <id>', 'the first bank: 1 to 4 letters or digits')
    .option('--bank-code <code>', 'its code in messages: 1 to 3 letters or digits')
    .option('--bank-name <name>', 'what people call it')
    .option('--country <code>', 'two letters')
    .option('--currency <code>', 'three letters')
    .option('--time-zone <name>', 'such as Asia/Dubai')
    .option('--bin <digits>', 'the first digits of its card numbers: 6 to 8')
    .option('--data-dir <folder>', 'where the server writes', '/var/lib/cardwright')
    .option('--trusted-proxies <addresses>', 'proxies in front of the servers, separated by commas');
  withExamples(
    takesJson(init),
    'cardwright init',
    'cardwright init etc --public-url https://cards.example.com --database-url postgres:///cardwright --bank-id ACME --bank-code 042 --bank-name "Acme Bank" --country AE --currency AED --time-zone Asia/Dubai --bin 45000100',
  ).action(
    onDeployment(async () => async (folder: string, options: InitOptions) => {
      await (await import('./write-deployment.ts')).writeDeployment(folder, options);
    }),
  );
}
