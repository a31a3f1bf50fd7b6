import type { Command } from 'commander';
import { print, printMessage } from './output/print.ts';
import { onDeployment } from './with-deployment.ts';

/** Registers `cardwright migrate`, which runs the steps that a server runs before it serves. */
export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to date and apply the configuration file, as the start of a server does')
    .option('--json', 'print one JSON object')
    .action(onDeployment(async () => migrate));
}

async function migrate({ json = false }: { json?: boolean }): Promise<void> {
  const { migrateDeployment } = await import('@cardwright/server');
  const applied = await migrateDeployment(process.env, { report: printMessage });
  if (json) return print(JSON.stringify({ applied }));
  for (const name of applied) print(name);
  printMessage(applied.length === 0 ? 'The database was up to date.' : `${applied.length} migrations were applied.`);
}
