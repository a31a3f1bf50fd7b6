import { createHash } from 'node:crypto';
import { isJsonObject, parseJson } from '@cardwright/contract';
import type { ExpectedHead } from './anchors/pending-heads.ts';
import { hashOfLink, NO_HASH } from './chain.ts';
import type { AuditFinding } from './finding.ts';

/** What a file with an exported part of a log contains. */
interface ExportVerification {
  readonly bankId: string;
  /** Links of the chain, and rows that the file has in full. */
  readonly links: bigint;
  readonly rows: bigint;
  readonly first: bigint;
  readonly last: bigint;
  readonly head: Buffer;
  readonly findings: readonly AuditFinding[];
}

/** The maximum number of findings that a verification stores. A file with more is not examined row by row. */
const MAX_FINDINGS = 1_000;
const ROW = '"row":';

/**
 * Verifies an exported part of a log with nothing but its lines: each row against its hash, each link against the
 * previous one, each seal against the chain, and that no link is missing. The MACs of the seals are not checked,
 * because that needs the keys of the servers.
 */
export async function verifyExportedLog(
  lines: AsyncIterable<string>,
  expected: readonly ExpectedHead[] = [],
): Promise<ExportVerification> {
  const findings: AuditFinding[] = [];
  const check: Check = { bankId: '', next: 0n, first: 0n, last: 0n, hash: NO_HASH, links: 0n, rows: 0n };
  const report = (kind: AuditFinding['kind'], chainNo: bigint, text: string) => {
    if (findings.length < MAX_FINDINGS) findings.push({ kind, bankId: check.bankId, chainNo, text });
  };
  for await (const line of lines) {
    if (line === '') continue;
    const entry = readLine(line, check.bankId !== '');
    if (entry.type === 'chain') {
      const [first, last] = [BigInt(String(entry.first_chain_no)), BigInt(String(entry.last_chain_no))];
      Object.assign(check, { bankId: String(entry.bank_id), next: first, first, last });
      check.hash = hashIn(entry.previous_chain_hash);
    } else if (entry.type === 'row') checkLink(check, entry, line, report);
    else if (!hashIn(entry.chain_hash).equals(check.hash)) {
      report('FORGED', BigInt(String(entry.chain_no)), 'the seal does not match the chain');
    }
    for (const { bankId, chainNo, chainHash } of expected) {
      const isHere = entry.type === 'row' && bankId === check.bankId && chainNo === check.next - 1n;
      if (isHere && !chainHash.equals(check.hash))
        report('FORGED', chainNo, 'the chain has another hash than expected');
    }
  }
  if (check.bankId === '') throw new Error('the file has no rows of an audit log');
  if (check.next <= check.last) report('REMOVED', check.next, `the file ends before number ${check.last}`);
  const { bankId, links, rows, first, hash: head } = check;
  return { bankId, links, rows, first, last: check.next - 1n, head, findings };
}

type Entry = Readonly<Record<string, unknown>>;

function readLine(line: string, isOpened: boolean): Entry {
  const parsed = parseJson(line);
  const entry: Entry = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
  const types = isOpened ? ['row', 'seal'] : ['chain'];
  if (types.includes(String(entry.type))) return entry;
  throw new Error('the file is no export of an audit log: a line is not as docs/audit.md describes it');
}

interface Check {
  bankId: string;
  first: bigint;
  last: bigint;
  next: bigint;
  hash: Buffer;
  links: bigint;
  rows: bigint;
}

function checkLink(
  check: Check,
  entry: Entry,
  line: string,
  report: (kind: AuditFinding['kind'], chainNo: bigint, text: string) => void,
): void {
  const chainNo = BigInt(String(entry.chain_no));
  const [rowHash, chainHash] = [hashIn(entry.row_hash), hashIn(entry.chain_hash)];
  if (chainNo > check.next) report('REMOVED', check.next, `numbers before ${chainNo} are missing`);
  else if (chainNo < check.next) report('INSERTED', chainNo, 'a second row has this number');
  else if (!hashOfLink(check.hash, chainNo, rowHash).equals(chainHash)) {
    report('FORGED', chainNo, 'the chain is broken here: the row or its hashes were rewritten');
  }
  // the last member is the text of the row, exactly as it was hashed
  const text = line.slice(line.indexOf(ROW) + ROW.length, -1);
  if (text !== 'null') {
    check.rows += 1n;
    if (!createHash('sha256').update(text).digest().equals(rowHash)) report('CHANGED', chainNo, 'the row was changed');
  }
  check.links += 1n;
  check.next = chainNo + 1n;
  check.hash = chainHash;
}

function hashIn(value: unknown): Buffer {
  const text = String(value);
  if (/^[\da-f]{64}$/.test(text)) return Buffer.from(text, 'hex');
  throw new Error('the file is no export of an audit log: a hash is not as docs/audit.md describes it');
}
