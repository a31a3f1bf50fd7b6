import type { Command } from 'commander';
import { onDeployment } from './with-deployment.ts';

/** Registers `cardwright statistics`, which rebuilds the lists and statistics of a bank. */
export function registerStatistics(program: Command): void {
  const statistics = program.command('statistics').description('Manage the authorization statistics of a bank');
  statistics
    .command('rebuild')
    .description('Rebuild the index and the statistics of a bank from its authorizations')
    .requiredOption('--bank <bank_id>', 'ID of the bank')
    .option('--json', 'print the result as one JSON object')
    .action(onDeployment(async () => (await import('./rebuild-bank-statistics.ts')).rebuildBankStatistics));
}
