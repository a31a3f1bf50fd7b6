import { once } from 'node:events';
import {
  type AuditFinding,
  anchorFolderOf,
  type Deployment,
  type ExpectedHead,
  exportLog,
  listLogs,
  OPERATOR_LOG,
  readAnchors,
  readAuditLogs,
  type Verified,
  verifyAnchors,
  verifyHeads,
  verifyLog,
  writeAudit,
} from '@cardwright/server';
import { type Command, InvalidArgumentError } from 'commander';
import { EXIT_FAILED, print, tell, withDeployment } from './with-deployment.ts';

interface VerifyOptions {
  readonly bank?: string;
  readonly expect: readonly ExpectedHead[];
}

interface ExportOptions {
  readonly bank: string;
  readonly from?: Date;
  readonly to?: Date;
}

/** Registers `cardwright audit`, which verifies and exports the audit log. */
export function registerAudit(program: Command): void {
  const audit = program.command('audit').description('verify and export the audit log');
  audit
    .command('verify')
    .description('find rows that were changed, removed, moved, inserted or forged; exit code 1 if there are any')
    .option('--bank <log>', 'verify only this log: a bank id, acquirer:<id>, or - for the operator’s log')
    .option('--expect <head>', 'a head printed by an earlier run, <log>:<number>:<hash>; repeatable', readHead, [])
    .action((options: VerifyOptions) => withDeployment((deployment) => verify(deployment, options)));
  audit
    .command('export')
    .description('write a log as JSON lines that anybody can verify with SHA-256 alone (docs/audit.md)')
    .requiredOption('--bank <log>', 'a bank id, acquirer:<id>, or - for the operator’s log')
    .option('--from <time>', 'only rows sealed at or after this time: a date (UTC) or an ISO 8601 time', readTime)
    .option('--to <time>', 'only rows sealed before this time', readTime)
    .action((options: ExportOptions) => withDeployment((deployment) => exportRows(deployment, options)));
}

/** Findings printed for each log; further ones are only counted. */
const MOST_TOLD = 1_000;

async function verify(deployment: Deployment, { bank, expect }: VerifyOptions): Promise<void> {
  const counts = new Map<string, number>();
  const report = (finding: AuditFinding) => {
    const count = (counts.get(finding.bankId) ?? 0) + 1;
    counts.set(finding.bankId, count);
    if (count <= MOST_TOLD) print(findingLine(finding));
  };
  const keys = await deployment.vault();
  const folder = anchorFolderOf(deployment.settings);
  // before the chains, which go on meanwhile
  const anchors = await readAnchors(folder);
  const anchored = anchors.flatMap(({ heads }) => heads.map(({ bankId }) => bankId));
  if (anchors.length === 0) tell(`no server anchored the audit log in ${folder} (CARDWRIGHT_AUDIT_ANCHOR_DIR)`);
  await readAuditLogs(deployment.database, async (tx) => {
    const known = [...new Set([...(await listLogs(tx)), ...anchored])];
    if (bank !== undefined && !known.includes(bank)) throw new Error(`there is no log of ${bank}`);
    const summaries: string[] = [];
    for (const log of bank === undefined ? known : [bank]) {
      summaries.push(summaryLine(await verifyLog({ tx, keys, report }, log)));
    }
    await verifyHeads({ tx, keys, report }, expect, bank);
    await verifyAnchors({ tx, keys, report }, anchors, bank);
    for (const line of summaries) print(line);
  });
  const findings = [...counts.values()].reduce((sum, count) => sum + count, 0);
  for (const [log, count] of counts) if (count > MOST_TOLD) print(`${log}: ${count - MOST_TOLD} more findings`);
  print(findings === 0 ? 'the audit log is intact' : `${findings} findings`);
  await note(deployment, OPERATOR_LOG, 'audit.verify', findings === 0 ? 'verified' : 'findings', {
    log: bank ?? 'all',
    findings,
  });
  if (findings > 0) process.exitCode = EXIT_FAILED;
}

function findingLine({ kind, bankId, chainNo, auditId, text }: AuditFinding): string {
  const number = chainNo === undefined ? '' : ` number ${chainNo}`;
  const id = auditId === undefined ? '' : ` audit id ${auditId}`;
  return `${kind} ${bankId}${number}${id}: ${text}`;
}

function summaryLine({ bankId, rows, first, last, head, waiting, anchor, findings }: Verified): string {
  const parts = [
    rows === 0n ? 'no rows' : `${rows} rows, numbers ${first} to ${last}`,
    findings === 0 ? 'verified' : `${findings} findings`,
  ];
  if (waiting > 0n) parts.push(`${waiting} not sealed yet`);
  if (anchor !== undefined) {
    const day = (time: Date) => time.toISOString().slice(0, 10);
    parts.push(`begins at ${first}, anchored on ${day(anchor.madeAt)}; kept from ${day(anchor.keptFrom)} on`);
  }
  if (head !== undefined && last > 0n) parts.push(`head ${bankId}:${last}:${head.toString('hex')}`);
  return `${bankId}: ${parts.join('; ')}`;
}

async function exportRows(deployment: Deployment, { bank, from, to }: ExportOptions): Promise<void> {
  let isGone = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // the reader closed the pipe
    if (error.code !== 'EPIPE') throw error;
    isGone = true;
  });
  const range = { from: from?.toISOString() ?? null, to: to?.toISOString() ?? null };
  const lines = await readAuditLogs(deployment.database, async (tx) => {
    if (!(await listLogs(tx)).includes(bank)) throw new Error(`there is no log of ${bank}`);
    await note(deployment, bank, 'audit.export', 'exported', range);
    let count = 0;
    for await (const line of exportLog(tx, bank, { from, until: to })) {
      if (isGone) break;
      count += 1;
      if (!process.stdout.write(`${line}\n`)) await Promise.race([once(process.stdout, 'drain'), closed()]);
    }
    return count;
  });
  tell(lines === 0 ? 'no rows were sealed in this time range' : `${lines} lines`);
}

/** Resolves when the reader has closed the pipe: then no `drain` event follows. */
function closed(): Promise<unknown> {
  return once(process.stdout, 'close').catch(() => {});
}

function note(deployment: Deployment, log: string, operation: string, outcome: string, details: object): Promise<void> {
  return writeAudit(deployment.database, log, deployment.clock.now(), {
    actor: deployment.actor,
    operation,
    subject: 'audit',
    outcome,
    requestId: deployment.requestId,
    details: { ...details },
  });
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
