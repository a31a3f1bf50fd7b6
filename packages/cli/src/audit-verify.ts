import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import {
  type AuditFinding,
  anchorFolderOf,
  type Deployment,
  type ExpectedHead,
  type LogVerification,
  listLogs,
  OPERATOR_LOG,
  openStoredAnchors,
  readAnchors,
  readAuditLogs,
  verifyAnchors,
  verifyExportedLog,
  verifyHeads,
  verifyLog,
  verifyStoredAnchors,
} from '@cardwright/server';
import { recordAuditCommand } from './note-audit-command.ts';
import { EXIT_FAILED } from './output/exit-codes.ts';
import { print, printMessage } from './output/print.ts';
import { withDeployment } from './with-deployment.ts';

interface VerifyOptions {
  readonly bank?: string;
  readonly expect: readonly ExpectedHead[];
  readonly anchors: readonly string[];
  readonly file?: string;
  readonly json?: true;
}

/** Maximum number of findings printed for each log. Further findings are only counted. */
const MAX_REPORTED = 1_000;

export function verify(options: VerifyOptions): Promise<void> {
  const { file } = options;
  if (file !== undefined) return verifyFile(file, options);
  return withDeployment((deployment) => verifyLogs(deployment, options));
}

/** Prints the findings in the logs and the head of each log. A run that fails half-way is recorded too. */
async function verifyLogs(deployment: Deployment, options: VerifyOptions): Promise<void> {
  const output = options.json ? jsonOutput() : LINE_OUTPUT;
  const counts = new Map<string, number>();
  const report = (finding: AuditFinding) => {
    const count = (counts.get(finding.bankId) ?? 0) + 1;
    counts.set(finding.bankId, count);
    if (count <= MAX_REPORTED) output.finding(finding);
  };
  const findings = () => [...counts.values()].reduce((sum, count) => sum + count, 0);
  const note = (outcome: string) =>
    recordAuditCommand(deployment, OPERATOR_LOG, 'audit.verify', outcome, {
      log: options.bank ?? 'all',
      findings: findings(),
    });
  try {
    await checkLogs(deployment, options, { report, summary: output.summary });
  } catch (error) {
    // Report the original failure even if recording the run fails.
    await note('failed').catch(() => {});
    throw error;
  }
  output.end(counts, findings());
  await note(findings() === 0 ? 'verified' : 'findings');
  if (findings() > 0) process.exitCode = EXIT_FAILED;
}

/** Verifies a file that `audit export` or the console wrote. It needs nothing but the file. */
async function verifyFile(file: string, { expect, json }: VerifyOptions): Promise<void> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  const { bankId, links, rows, first, last, head, findings } = await verifyExportedLog(lines, expect);
  const [hash, isIntact] = [head.toString('hex'), findings.length === 0];
  if (json) {
    const result = { intact: isIntact, log: bankId, links, rows, first, last, head: hash, findings };
    print(JSON.stringify(result, (_name, value) => (typeof value === 'bigint' ? Number(value) : value)));
  } else {
    for (const finding of findings) print(findingLine(finding));
    const state = isIntact ? 'verified' : `${findings.length} findings`;
    print(
      `${bankId}: numbers ${first} to ${last}, ${rows} of ${links} rows in full; ${state}; head ${bankId}:${last}:${hash}`,
    );
    print(isIntact ? 'the file is intact' : `${findings.length} findings`);
  }
  if (!isIntact) process.exitCode = EXIT_FAILED;
}

interface VerificationOutput {
  finding(finding: AuditFinding): void;
  summary(summary: LogVerification): void;
  end(counts: ReadonlyMap<string, number>, findings: number): void;
}

const LINE_OUTPUT: VerificationOutput = {
  finding: (finding) => print(findingLine(finding)),
  summary: (summary) => print(summaryLine(summary)),
  end(counts, findings) {
    for (const [log, count] of counts)
      if (count > MAX_REPORTED) print(`${log}: ${count - MAX_REPORTED} more findings not shown`);
    print(findings === 0 ? 'the audit log is intact' : `${findings} findings`);
  },
};

/** Prints one object at the end. It holds as many findings as the line output would. */
function jsonOutput(): VerificationOutput {
  const findings: AuditFinding[] = [];
  const logs: object[] = [];
  return {
    finding: (finding) => void findings.push(finding),
    summary: ({ head, ...summary }) => void logs.push({ ...summary, head: head?.toString('hex') }),
    end: (_, count) => {
      const result = { intact: count === 0, count, findings, logs };
      print(JSON.stringify(result, (_name, value) => (typeof value === 'bigint' ? Number(value) : value)));
    },
  };
}

async function checkLogs(
  deployment: Deployment,
  { bank, expect, anchors: files }: VerifyOptions,
  { report, summary }: { report: (finding: AuditFinding) => void; summary: (summary: LogVerification) => void },
): Promise<void> {
  const keys = await deployment.vault();
  const folder = anchorFolderOf(deployment.settings);
  // Read the anchors before the chains, which keep growing.
  const anchors = await readAnchors(folder);
  const anchorFiles = await Promise.all(files.map(async (file) => ({ file, ...(await openStoredAnchors(file)) })));
  const anchored = anchors.flatMap(({ heads }) => heads.map(({ bankId }) => bankId));
  if (anchors.length === 0)
    printMessage(`no anchors of the audit log found in ${folder} (CARDWRIGHT_AUDIT_ANCHOR_DIR)`);
  await readAuditLogs(deployment.database, async (tx) => {
    const logNames = [...new Set([...(await listLogs(tx)), ...anchored])];
    if (bank !== undefined && !logNames.includes(bank) && !(await isAnchored(anchorFiles, bank))) {
      throw new Error(`no log found for ${bank}`);
    }
    const summaries: LogVerification[] = [];
    for (const log of bank === undefined ? logNames : [bank])
      summaries.push(await verifyLog({ tx, keys, report }, log));
    // Print the summaries before checking the heads, because an unreadable line of a file ends the run.
    for (const each of summaries) summary(each);
    await verifyHeads({ tx, keys, report }, expect, bank);
    await verifyAnchors({ tx, keys, report }, anchors, bank);
    for (const { file, heads } of anchorFiles)
      await verifyStoredAnchors({ tx, keys, report }, { file, heads: heads() }, bank);
  });
}

/** Whether an endpoint stored a head of this log. The log itself can be missing here. */
async function isAnchored(
  anchorFiles: readonly { heads(): AsyncIterable<ExpectedHead> }[],
  bank: string,
): Promise<boolean> {
  for (const { heads } of anchorFiles) for await (const { bankId } of heads()) if (bankId === bank) return true;
  return false;
}

function findingLine({ kind, bankId, chainNo, auditId, text }: AuditFinding): string {
  const number = chainNo === undefined ? '' : ` number ${chainNo}`;
  const id = auditId === undefined ? '' : ` audit id ${auditId}`;
  return `${kind} ${bankId}${number}${id}: ${text}`;
}

function summaryLine({ bankId, rows, first, last, head, waiting, anchor, findings }: LogVerification): string {
  const parts = [
    rows === 0n ? 'no rows' : `${rows} rows, numbers ${first} to ${last}`,
    findings === 0 ? 'verified' : `${findings} findings`,
  ];
  if (waiting > 0n) parts.push(`${waiting} not sealed yet`);
  if (anchor !== undefined) {
    const day = (time: Date) => time.toISOString().slice(0, 10);
    parts.push(`begins at ${first}, anchored on ${day(anchor.madeAt)}; retained from ${day(anchor.firstStoredAt)}`);
  }
  if (head !== undefined && last > 0n) parts.push(`head ${bankId}:${last}:${head.toString('hex')}`);
  return `${bankId}: ${parts.join('; ')}`;
}
