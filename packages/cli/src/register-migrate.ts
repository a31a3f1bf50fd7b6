import type { Command } from 'commander';
import { print, printMessage } from './output/print.ts';
import { onDeployment } from './with-deployment.ts';

/** Registers `cardwright migrate`, which runs the steps that a server runs before it serves. */
export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('Apply pending migrations and the configuration file, as a server does when it starts')
    .option('--json', 'print the result as one JSON object')
    .action(onDeployment(async () => migrate));
}

async function migrate({ json = false }: { json?: boolean }): Promise<void> {
  const { migrateDeployment } = await import('@cardwright/server');
  const applied = await migrateDeployment(process.env, { report: printMessage });
  if (json) return print(JSON.stringify({ applied }));
  for (const name of applied) print(name);
  printMessage(applied.length === 0 ? 'The database is up to date.' : `${applied.length} migrations applied.`);
}
