import type { Command } from 'commander';
import { onDeployment } from './with-deployment.ts';

/** Registers `cardwright statistics`, which rebuilds the lists and statistics of a bank. */
export function registerStatistics(program: Command): void {
  const statistics = program.command('statistics').description("a bank's lists and statistics of authorizations");
  statistics
    .command('rebuild')
    .description('make the lists and statistics of authorizations again, from the authorizations themselves')
    .requiredOption('--bank <bank_id>', 'the bank')
    .option('--json', 'print one JSON object')
    .action(onDeployment(async () => (await import('./rebuild-bank-statistics.ts')).rebuildBankStatistics));
}
