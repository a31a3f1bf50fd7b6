import type { ExpectedHead } from '@cardwright/server';
import { type Command, InvalidArgumentError } from 'commander';
import { onDeployment } from './with-deployment.ts';

/** Registers `cardwright audit`, which verifies and exports the audit log. */
export function registerAudit(program: Command): void {
  const audit = program.command('audit').description('verify and export the audit log');
  audit
    .command('verify')
    .description('find rows that were changed, removed, moved, inserted or forged; exit code 1 if there are any')
    .option('--bank <log>', 'verify only this log: a bank id, acquirer:<id>, or - for the operator’s log')
    .option('--expect <head>', 'a head printed by an earlier run, <log>:<number>:<hash>; repeatable', readHead, [])
    .option('--anchors <file>', 'anchors that an endpoint kept, a line for each; repeatable', addFile, [])
    .option('--json', 'print one JSON object')
    .action(onDeployment(async () => (await import('./audit-verify.ts')).verify));
  audit
    .command('export')
    .description('write a log as JSON lines that anybody can verify with SHA-256 alone (docs/audit.md)')
    .requiredOption('--bank <log>', 'a bank id, acquirer:<id>, or - for the operator’s log')
    .option('--from <time>', 'only rows sealed at or after this time: a date (UTC) or an ISO 8601 time', readTime)
    .option('--to <time>', 'only rows sealed before this time', readTime)
    .action(onDeployment(async () => (await import('./audit-export.ts')).exportLogRows));
}

function addFile(file: string, earlier: readonly string[]): string[] {
  return [...earlier, file];
}

function readHead(text: string, earlier: readonly ExpectedHead[]): ExpectedHead[] {
  const parts = /^(.+):(\d{1,18}):([0-9a-f]{64})$/.exec(text);
  if (parts === null) throw new InvalidArgumentError('A head is <log>:<number>:<hash>, as printed by "audit verify".');
  const [, bankId, chainNo, hash] = parts;
  return [...earlier, { bankId: bankId!, chainNo: BigInt(chainNo!), chainHash: Buffer.from(hash!, 'hex') }];
}

function readTime(text: string): Date {
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = new Date(text);
  if (isTime && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('A time is YYYY-MM-DD, or an ISO 8601 time with an offset.');
}
