import type { ExpectedHead } from '@cardwright/server';
import { type Command, InvalidArgumentError } from 'commander';
import { onDeployment } from './with-deployment.ts';

/** Registers `cardwright audit`, which verifies and exports the audit log. */
export function registerAudit(program: Command): void {
  const audit = program.command('audit').description('Verify and export the audit log');
  audit
    .command('verify')
    .summary('Verify the audit log')
    .description(
      'Find rows that were changed, removed, moved, inserted or forged. The exit code is 1 if any are found.',
    )
    .option('--bank <log>', 'log to verify: a bank ID, acquirer:<id>, or - for the operator’s log; default: all logs')
    .option('--expect <head>', 'head printed by an earlier run, as <log>:<number>:<hash>; repeatable', readHead, [])
    .option('--anchors <file>', 'file with anchors that an endpoint stored, one per line; repeatable', addFile, [])
    .option('--file <file>', 'verify an exported file instead, without a database and its keys')
    .option('--json', 'print the result as one JSON object')
    .action(onDeployment(async () => (await import('./audit-verify.ts')).verify));
  audit
    .command('export')
    .summary('Export a log as JSON lines')
    .description('Export a log as JSON lines. Anyone can verify them with only SHA-256 (docs/audit.md).')
    .requiredOption('--bank <log>', 'log to export: a bank ID, acquirer:<id>, or - for the operator’s log')
    .option('--from <time>', 'start of the time range, inclusive: a date (UTC) or an ISO 8601 time', readTime)
    .option('--to <time>', 'end of the time range, exclusive: a date (UTC) or an ISO 8601 time', readTime)
    .action(onDeployment(async () => (await import('./audit-export.ts')).exportLogRows));
  audit
    .command('open-card-number')
    .summary('Print the salt that opens the card number of a proof')
    .description(
      'Print the salt that opens the commitment to the card number in the proof of a decision. Anyone who has the salt and the proof can find the number, so give it only to people who may know the number. The audit log records the command.',
    )
    .argument('<file>', 'proof of a decision')
    .action(onDeployment(async () => (await import('./open-card-number.ts')).openCardNumber));
}

function addFile(file: string, earlier: readonly string[]): string[] {
  return [...earlier, file];
}

function readHead(text: string, earlier: readonly ExpectedHead[]): ExpectedHead[] {
  const parts = /^(.+):(\d{1,18}):([0-9a-f]{64})$/.exec(text);
  if (parts === null)
    throw new InvalidArgumentError('Write a head as <log>:<number>:<hash>, as "audit verify" prints it.');
  const [, bankId, chainNo, hash] = parts;
  return [...earlier, { bankId: bankId!, chainNo: BigInt(chainNo!), chainHash: Buffer.from(hash!, 'hex') }];
}

function readTime(text: string): Date {
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = new Date(text);
  if (isTime && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('Write a time as YYYY-MM-DD, or as an ISO 8601 time with an offset.');
}
