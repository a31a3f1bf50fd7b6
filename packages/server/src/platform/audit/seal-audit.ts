import { parseJson } from '@cardwright/contract';
import type { BackgroundThrottle } from '../kernel/concurrency/background-throttle.ts';
import { createPauses } from '../kernel/concurrency/pauses.ts';
import type { Clock } from '../kernel/time/clock.ts';
import type { Database } from '../storage/index.ts';
import { type ExpectedHead, readTree, writeHeads } from './anchors/pending-heads.ts';
import { hashOfLink, hashOfRow, type LogRow, NO_HASH, SEAL_DOMAIN, type SealKeys, sealedBytes } from './chain.ts';
import {
  addLinks,
  findUnsealedBanks,
  insertSeal,
  type Link,
  readHead,
  readUnsealedRows,
  tryChainLock,
} from './chain-store.ts';
import { OPERATOR_LOG, writeAuditOnly } from './write-audit.ts';

const ROWS_AT_ONCE = 100;
/**
 * Number of characters that are hashed before the event loop gets a turn. It is small, so that hashing does not delay
 * requests: a row of a large request has many characters.
 */
const CHARACTERS_AT_ONCE = 40_000;

export interface SealerDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: SealKeys;
  /** Called after each batch. */
  readonly throttle: BackgroundThrottle;
}

export interface Sealer {
  /** Adds pending rows to the chains and seals them. Returns the number of rows. */
  seal(): Promise<number>;
  /**
   * Writes the heads of the chains that this server extended since the last call to the operator's log. Cutting off the
   * end of a chain then also requires cutting off the operator's chain.
   */
  noteHeads(): Promise<void>;
  /** Returns the heads of the chains that this server extended since the last call. */
  takeMoved(): readonly ExpectedHead[];
}

/**
 * Writers add rows without a chain, so they need no lock. Each server seals the rows that it finds, one bank after the
 * other in separate transactions. It skips a bank that another server is sealing.
 */
export function createSealer(deps: SealerDeps): Sealer {
  const heads = new Map<string, ExpectedHead>();
  const moved = new Map<string, ExpectedHead>();
  let running: Promise<unknown> = Promise.resolve();

  const sealLog = async (bankId: string): Promise<number> => {
    let sealed = 0;
    for (;;) {
      const began = performance.now();
      const batch = await sealBatch(deps, bankId);
      const last = batch.at(-1);
      if (last === undefined) return sealed;
      const tree = batch.findLast((link) => link.tree !== undefined)?.tree ?? heads.get(bankId)?.tree;
      const head = { bankId, chainNo: last.chainNo, chainHash: last.chainHash, ...(tree && { tree }) };
      heads.set(bankId, head);
      moved.set(bankId, head);
      sealed += batch.length;
      if (batch.length < ROWS_AT_ONCE) return sealed;
      await deps.throttle(performance.now() - began);
    }
  };
  const sealAll = async (): Promise<number> => {
    let sealed = 0;
    const failures: unknown[] = [];
    for (const bankId of await findUnsealedBanks(deps.database)) {
      try {
        sealed += await sealLog(bankId);
      } catch (error) {
        // a log that cannot be sealed does not block the others
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return sealed;
  };
  return {
    seal() {
      // one after the other: when a call returns, all rows written before it are sealed, including those of a
      // concurrent call
      const sealed = running.then(sealAll);
      running = sealed.catch(() => {});
      return sealed;
    },
    async noteHeads() {
      heads.delete(OPERATOR_LOG);
      if (heads.size === 0) return;
      const writtenHeads = writeHeads(heads.values());
      heads.clear();
      await writeAuditOnly(deps.database, OPERATOR_LOG, deps.clock.now(), {
        actor: 'cardwright',
        operation: NOTE_HEADS,
        subject: 'audit',
        outcome: 'noted',
        requestId: '',
        details: { heads: writtenHeads },
      });
    },
    takeMoved() {
      const current = [...moved.values()];
      moved.clear();
      return current;
    },
  };
}

export const NOTE_HEADS = 'audit.note-heads';

function charactersOf({ details, before, after }: LogRow): number {
  return 500 + (details?.length ?? 0) + (before?.length ?? 0) + (after?.length ?? 0);
}

/** The subject of rows with the heads of a bank's tree of decisions. */
export const TREE_SUBJECT = 'decision-tree:';

function treeOf({ details }: LogRow): ExpectedHead['tree'] {
  const parsed = parseJson(details ?? '');
  return parsed.ok ? readTree(parsed.value) : undefined;
}

type SealedLink = Link & Pick<ExpectedHead, 'tree'>;

function sealBatch({ database, clock, keys }: SealerDeps, bankId: string): Promise<readonly SealedLink[]> {
  return database.transaction<readonly SealedLink[]>(async (tx) => {
    if (!(await tryChainLock(tx, bankId))) return { commit: false, result: [] };
    const head = await readHead(tx, bankId);
    const rows = await readUnsealedRows(tx, bankId, ROWS_AT_ONCE);
    if (rows.length === 0) return { commit: false, result: [] };
    const links: SealedLink[] = [];
    let chainNo = head?.chain_no ?? 0n;
    let chainHash = head?.chain_hash ?? NO_HASH;
    const throttle = createPauses(CHARACTERS_AT_ONCE);
    for (const row of rows) {
      await throttle(charactersOf(row));
      const rowHash = hashOfRow(row);
      chainNo += 1n;
      chainHash = hashOfLink(chainHash, chainNo, rowHash);
      const tree = row.subject.startsWith(TREE_SUBJECT) ? treeOf(row) : undefined;
      links.push({ chainNo, auditId: row.audit_id, at: row.at, rowHash, chainHash, ...(tree && { tree }) });
    }
    // never earlier than the rows that it seals or than the last seal: a chain then begins with its oldest months,
    // which can be dropped
    const times = [clock.now(), head?.sealed_at, ...rows.map(({ at }) => new Date(at))];
    const at = new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)));
    await addLinks(tx, bankId, at, links);
    const sealed = keys.mac(SEAL_DOMAIN, sealedBytes({ bankId, chainNo, chainHash, at }));
    await insertSeal(tx, bankId, { chainNo, chainHash, at, ...sealed });
    return { commit: true, result: links };
  });
}
