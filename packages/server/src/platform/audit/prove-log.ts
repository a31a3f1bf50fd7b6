import { MAX_PROOF_ROWS } from '@cardwright/contract';
import type { Tx } from '../storage/index.ts';
import { NO_HASH, type SealKeys } from './chain.ts';
import { checkLinks, type Progress, reportGap } from './check-links.ts';
import { createSealCheck } from './check-seals.ts';
import type { AuditFinding, Report } from './finding.ts';
import {
  findMissing,
  findStrays,
  type LinkRow,
  readAnchor,
  readEnds,
  readHashesAt,
  readLinks,
  readSeals,
} from './verify-store.ts';

const MAX_REPORTED = 50;
const STRAYS_PAGE = 5_000;

interface ProofDeps {
  readonly tx: Tx;
  readonly keys: SealKeys;
}

export interface LogProof {
  readonly head: { readonly chainNo: bigint; readonly chainHash: Buffer; readonly sealedAt: Date } | null;
  /** Rows that are not sealed yet. */
  readonly waiting: number;
  /** The time from which rows remain, after old months were dropped. */
  readonly retainedFrom: Date | undefined;
  /** Numbers of the first and the last link that were checked. */
  readonly from: bigint | null;
  readonly to: bigint | null;
  readonly findings: readonly AuditFinding[];
}

/**
 * Proves the end of a log's chain by a check of its newest links: each row against its hash, each link against the
 * previous one, the seals of these links, and that no row since then is outside the chain. Only `audit verify` checks
 * the links before these, which may take hours.
 */
export async function proveLog(deps: ProofDeps, log: string, most = MAX_PROOF_ROWS): Promise<LogProof> {
  const { tx } = deps;
  const ends = await readEnds(tx, log);
  const anchor = await readAnchor(tx, log);
  const last = ends.last_link ?? 0n;
  const anchoredNo = anchor?.chain_no ?? 0n;
  const before = last - BigInt(most) > anchoredNo ? last - BigInt(most) : anchoredNo;
  const findings: AuditFinding[] = [];
  const report = (finding: AuditFinding) => void (findings.length < MAX_REPORTED && findings.push(finding));
  const hash = before === anchoredNo ? (anchor?.chain_hash ?? NO_HASH) : await hashAt(tx, log, before);
  const progress: Progress = { bankId: log, next: before + 1n, hash, retainedFrom: anchor?.kept_from, rows: 0n };
  // a link with the number before them is outside this check
  const links = await readLinks(tx, log, { chainNo: before, auditId: MAX_ID }, last, most);
  for (const { chain_no: chainNo, chained_id: auditId } of checkLinks(progress, links, report)) {
    const text = 'the row is missing from the log, or has another time';
    report({ kind: 'REMOVED', bankId: log, chainNo, auditId, text });
  }
  await checkSeals(deps, progress, { links, before, until: ends.last_seal ?? 0n, most }, report);
  await checkOutside(tx, log, links[0], report);
  const newest = links.at(-1);
  return {
    head: newest ? { chainNo: newest.chain_no, chainHash: newest.chain_hash, sealedAt: newest.sealed_at } : null,
    waiting: Number(ends.waiting),
    retainedFrom: anchor?.kept_from,
    from: links[0]?.chain_no ?? null,
    to: newest?.chain_no ?? null,
    findings,
  };
}

const MAX_ID = 2n ** 63n - 1n;
const LATEST = new Date('9999-01-01T00:00:00Z');

async function hashAt(tx: Tx, log: string, chainNo: bigint): Promise<Buffer | undefined> {
  const [row] = await readHashesAt(tx, log, [chainNo]);
  return row?.chain_hash ?? undefined;
}

interface Sealed {
  readonly links: readonly LinkRow[];
  readonly before: bigint;
  readonly until: bigint;
  readonly most: number;
}

async function checkSeals(
  { tx, keys }: ProofDeps,
  progress: Progress,
  { links, before, until, most }: Sealed,
  report: Report,
): Promise<void> {
  const { bankId: log } = progress;
  const last = progress.next - 1n;
  // each seal covers at least one link
  const seals = await readSeals(tx, log, { chainNo: before, sealedAt: LATEST }, until, most);
  const check = createSealCheck(log, keys, async () => seals.shift(), report);
  for (const link of links) await check.link(link);
  const sealed = await check.end();
  if (sealed > last) reportGap(progress, sealed, report);
  else if (links.length > 0 && sealed < last) {
    const from = sealed > before ? sealed + 1n : before + 1n;
    report({ kind: 'FORGED', bankId: log, chainNo: from, text: `numbers ${from} to ${last} have no valid seal` });
  }
}

/**
 * Finds rows written since the first checked one that neither the chain nor its queue holds, and rows that only the
 * queue holds.
 */
async function checkOutside(tx: Tx, log: string, first: LinkRow | undefined, report: Report): Promise<void> {
  const after = first ? { auditId: first.chained_id, at: first.chained_at } : { auditId: -1n, at: '-infinity' };
  const { strays } = await findStrays(tx, log, after, STRAYS_PAGE);
  for (const auditId of strays) {
    report({ kind: 'INSERTED', bankId: log, auditId, text: 'the log row is not in the chain' });
  }
  for (const auditId of await findMissing(tx, log, MAX_REPORTED)) {
    report({ kind: 'REMOVED', bankId: log, auditId, text: 'the row is missing from the log, and was not sealed yet' });
  }
}
