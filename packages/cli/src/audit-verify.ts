import {
  type AuditFinding,
  anchorFolderOf,
  type Deployment,
  type ExpectedHead,
  listLogs,
  OPERATOR_LOG,
  openKeptAnchors,
  readAnchors,
  readAuditLogs,
  type Verified,
  verifyAnchors,
  verifyHeads,
  verifyKeptAnchors,
  verifyLog,
} from '@cardwright/server';
import { noteAuditCommand } from './note-audit-command.ts';
import { EXIT_FAILED, print, tell } from './with-deployment.ts';

export interface VerifyOptions {
  readonly bank?: string;
  readonly expect: readonly ExpectedHead[];
  readonly anchors: readonly string[];
}

/** Findings printed for each log; further ones are only counted. */
const MOST_TOLD = 1_000;

/** Prints what is wrong with the logs, and the head of each. */
export async function verifyLogs(
  deployment: Deployment,
  { bank, expect, anchors: files }: VerifyOptions,
): Promise<void> {
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
  const kept = await Promise.all(files.map(async (file) => ({ file, ...(await openKeptAnchors(file)) })));
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
    for (const { file, heads } of kept) await verifyKeptAnchors({ tx, keys, report }, { file, heads: heads() }, bank);
    for (const line of summaries) print(line);
  });
  const findings = [...counts.values()].reduce((sum, count) => sum + count, 0);
  for (const [log, count] of counts) if (count > MOST_TOLD) print(`${log}: ${count - MOST_TOLD} more findings`);
  print(findings === 0 ? 'the audit log is intact' : `${findings} findings`);
  await noteAuditCommand(deployment, OPERATOR_LOG, 'audit.verify', findings === 0 ? 'verified' : 'findings', {
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
