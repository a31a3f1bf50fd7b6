import { isJsonObject, parseJson } from '@cardwright/contract';
import type { Tx } from '../storage/index.ts';
import type { Anchors } from './anchors/anchor-file.ts';
import { type ExpectedHead, readHeads } from './anchors/pending-heads.ts';
import { ANCHOR_DOMAIN, NO_HASH, type SealKeys, sealedBytes } from './chain.ts';
import { checkLinks, type Progress, reportGap } from './check-links.ts';
import { createSealCheck, hasGoodMac } from './check-seals.ts';
import type { AuditFinding, Report } from './finding.ts';
import { NOTE_HEADS } from './seal-audit.ts';
import {
  type AnchorRow,
  findMissing,
  findOwners,
  findStrays,
  readAnchor,
  readEnds,
  readHashesAt,
  readLinks,
  readNotes,
  readSeals,
  readTimesOf,
  type SealRow,
} from './verify-store.ts';
import { OPERATOR_LOG } from './write-audit.ts';

const PAGE = 500;
const STRAYS_PAGE = 5_000;

export interface LogVerification {
  readonly bankId: string;
  /** Number of checked links. */
  readonly rows: bigint;
  readonly first: bigint;
  readonly last: bigint;
  /** Hash of the last link, to compare with in later runs. */
  readonly head: Buffer | undefined;
  /** Rows that are not sealed yet. */
  readonly waiting: bigint;
  /** Set after old months were dropped: the time of the drop, and the time from which rows remain. */
  readonly anchor: { readonly madeAt: Date; readonly firstStoredAt: Date } | undefined;
  readonly findings: number;
}

export interface VerifyDeps {
  readonly tx: Tx;
  readonly keys: SealKeys;
  readonly report: Report;
}

/** Ids of all logs. */
export const listLogs = findOwners;

/**
 * Verifies the log of a bank: each row against the chain, the chain against its seals, and that no row is outside the
 * chain. Rows written during the run are left for the next one. Memory use does not depend on the number of rows.
 */
export async function verifyLog(deps: VerifyDeps, bankId: string): Promise<LogVerification> {
  const { tx, keys } = deps;
  let findings = 0;
  const report = (finding: AuditFinding) => {
    findings += 1;
    deps.report(finding);
  };
  const ends = await readEnds(tx, bankId);
  const anchor = await findGoodAnchor(tx, keys, bankId, report);
  const progress: Progress = {
    bankId,
    next: (anchor?.chain_no ?? 0n) + 1n,
    hash: anchor?.chain_hash ?? NO_HASH,
    retainedFrom: anchor?.kept_from,
    rows: 0n,
  };
  const first = progress.next;
  const lastLink = ends.last_link ?? 0n;
  const seals = createSealCheck(bankId, keys, sealReader(tx, bankId, ends.last_seal ?? 0n), report);
  let after = { chainNo: 0n, auditId: 0n };
  for (;;) {
    const page = await readLinks(tx, bankId, after, lastLink, PAGE);
    for (const row of checkLinks(progress, page, report)) await reportMissing(tx, bankId, row, report);
    for (const row of page) await seals.link(row);
    const last = page.at(-1);
    if (last === undefined) break;
    after = { chainNo: last.chain_no, auditId: last.chained_id };
  }
  const head = progress.hash;
  const last = progress.next - 1n;
  const lastSealed = await seals.end();
  if (lastSealed > last) reportGap(progress, lastSealed, report);
  else if (lastSealed < last && progress.rows > 0n) {
    const from = lastSealed >= first ? lastSealed + 1n : first;
    report({ kind: 'FORGED', bankId, chainNo: from, text: `numbers ${from} to ${last} have no valid seal` });
  }
  await checkStrays(tx, bankId, report);
  const anchorFacts = anchor === undefined ? undefined : { madeAt: anchor.made_at, firstStoredAt: anchor.kept_from };
  return { bankId, rows: progress.rows, first, last, head, waiting: ends.waiting, anchor: anchorFacts, findings };
}

async function findGoodAnchor(tx: Tx, keys: SealKeys, bankId: string, report: Report): Promise<AnchorRow | undefined> {
  const anchor = await readAnchor(tx, bankId);
  if (anchor === undefined) return undefined;
  const { chain_no: chainNo, chain_hash: chainHash, made_at: at, kept_from: retainedFrom } = anchor;
  if (hasGoodMac(keys, ANCHOR_DOMAIN, sealedBytes({ bankId, chainNo, chainHash, at }, retainedFrom), anchor))
    return anchor;
  const text = 'the anchor at the beginning of the log was not made with the keys';
  report({ kind: 'FORGED', bankId, chainNo, text });
  return undefined;
}

function sealReader(tx: Tx, bankId: string, until: bigint): () => Promise<SealRow | undefined> {
  let page: SealRow[] = [];
  let after = { chainNo: 0n, sealedAt: new Date(0) };
  let at = 0;
  return async () => {
    if (at === page.length) {
      page = await readSeals(tx, bankId, after, until, PAGE);
      at = 0;
    }
    const seal = page[at++];
    if (seal !== undefined) after = { chainNo: seal.chain_no, sealedAt: seal.sealed_at };
    return seal;
  };
}

async function reportMissing(
  tx: Tx,
  bankId: string,
  row: { chain_no: bigint; chained_id: bigint; chained_at: string },
  report: Report,
): Promise<void> {
  const place = { bankId, chainNo: row.chain_no, auditId: row.chained_id };
  const [other] = await readTimesOf(tx, bankId, row.chained_id);
  if (other === undefined) report({ ...place, kind: 'REMOVED', text: 'the row is missing from the log' });
  else
    report({
      ...place,
      kind: 'CHANGED',
      text: `the log row has the time ${other}, but was sealed with ${row.chained_at}`,
    });
}

async function checkStrays(tx: Tx, bankId: string, report: Report): Promise<void> {
  for (const auditId of await findMissing(tx, bankId, PAGE)) {
    report({ kind: 'REMOVED', bankId, auditId, text: 'the row is missing from the log, and was not sealed yet' });
  }
  let after = { auditId: -1n, at: '-infinity' };
  for (;;) {
    const page = await findStrays(tx, bankId, after, STRAYS_PAGE);
    for (const auditId of page.strays) {
      report({ kind: 'INSERTED', bankId, auditId, text: 'the log row is not in the chain' });
    }
    if (page.rows < STRAYS_PAGE) return;
    after = page.last;
  }
}

/**
 * Compares chains with the heads in the operator's log and with those that the caller expects: only these reveal a
 * chain whose end was cut off together with its seals. `onlyOf` limits the comparison to one log.
 */
export async function verifyHeads(deps: VerifyDeps, expected: readonly ExpectedHead[], onlyOf?: string): Promise<void> {
  const findAnchor = cachedAnchors(deps);
  await checkHeads(deps, expected, 'the expected head', findAnchor);
  let after = 0n;
  for (;;) {
    const notes = await readNotes(deps.tx, OPERATOR_LOG, NOTE_HEADS, after, PAGE);
    const heads = notes
      .flatMap(({ details }) => headsOfNote(details))
      .filter(({ bankId }) => bankId === (onlyOf ?? bankId));
    await checkHeads(deps, heads, "the operator's log", findAnchor);
    const last = notes.at(-1);
    if (last === undefined) return;
    after = last.audit_id;
  }
}

/**
 * Compares chains with the anchor files of servers, which were read before the chains. `onlyOf` limits the comparison
 * to one log.
 */
export async function verifyAnchors(deps: VerifyDeps, anchors: readonly Anchors[], onlyOf?: string): Promise<void> {
  for (const { file, heads, problem } of anchors) {
    if (problem !== undefined) deps.report({ kind: 'FORGED', bankId: OPERATOR_LOG, text: `${file} ${problem}` });
    const own = heads.filter(({ bankId }) => bankId === (onlyOf ?? bankId));
    await checkHeads(deps, own, `the anchor in ${file}`);
  }
}

/** Compares chains with the anchors that an endpoint stored. */
export async function verifyStoredAnchors(
  deps: VerifyDeps,
  { file, heads }: { file: string; heads: AsyncIterable<ExpectedHead> },
  onlyOf?: string,
): Promise<void> {
  const findAnchor = cachedAnchors(deps);
  let page: ExpectedHead[] = [];
  for await (const head of heads) {
    if (head.bankId !== (onlyOf ?? head.bankId)) continue;
    page.push(head);
    if (page.length < PAGE) continue;
    await checkHeads(deps, page, `the anchor in ${file}`, findAnchor);
    page = [];
  }
  await checkHeads(deps, page, `the anchor in ${file}`, findAnchor);
}

type FindAnchor = (bankId: string) => Promise<AnchorRow | undefined>;

/**
 * Reads the anchor of a log once, however many pages of heads are compared. The check of the chain has reported an
 * invalid one.
 */
function cachedAnchors({ tx, keys }: Pick<VerifyDeps, 'tx' | 'keys'>): FindAnchor {
  const anchors = new Map<string, AnchorRow | undefined>();
  return async (bankId) => {
    if (!anchors.has(bankId)) anchors.set(bankId, await findGoodAnchor(tx, keys, bankId, () => {}));
    return anchors.get(bankId);
  };
}

export async function checkHeads(
  { tx, keys, report }: VerifyDeps,
  heads: readonly ExpectedHead[],
  source: string,
  findAnchor = cachedAnchors({ tx, keys }),
): Promise<void> {
  for (const bankId of new Set(heads.map((head) => head.bankId))) {
    const own = heads.filter((head) => head.bankId === bankId);
    const anchor = await findAnchor(bankId);
    const rows = await readHashesAt(
      tx,
      bankId,
      own.map(({ chainNo }) => chainNo),
    );
    for (const { chainNo, chainHash } of own) {
      if (anchor !== undefined && chainNo <= anchor.chain_no) continue;
      const hashes = rows.filter((row) => row.chain_no === chainNo).map((row) => row.chain_hash);
      if (hashes.some((hash) => hash?.equals(chainHash))) continue;
      const isDeleted = hashes.every((hash) => hash === null);
      const text = `${source} has number ${chainNo} ${isDeleted ? 'of this chain' : 'with another hash'}`;
      report({ kind: isDeleted ? 'REMOVED' : 'FORGED', bankId, chainNo, text });
    }
  }
}

/** `{"heads": {...}}`. Anything else was changed, which the chain check reports. */
function headsOfNote(details: string): ExpectedHead[] {
  const parsed = parseJson(details ?? '');
  return parsed.ok && isJsonObject(parsed.value) ? readHeads(parsed.value.heads) : [];
}
