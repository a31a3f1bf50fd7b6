import { SEAL_DOMAIN, type SealKeys, sealedBytes } from './chain.ts';
import type { Report } from './finding.ts';
import type { LinkRow, SealRow } from './verify-store.ts';

export function hasGoodMac(
  keys: SealKeys,
  domain: string,
  bytes: Buffer,
  row: { key_version: number; mac: Buffer },
): boolean {
  try {
    return keys.mac(domain, bytes, row.key_version).mac.equals(row.mac);
  } catch {
    // this server never had a key of this version
    return false;
  }
}

/** Compares the seals of a bank with its chain. Both are read in the order of their numbers. */
export interface SealCheck {
  /** Checks the next link of the chain. `next` supplies the seals one by one. */
  link(row: Pick<LinkRow, 'chain_no' | 'chain_hash' | 'sealed_at'>): Promise<void>;
  /** Checks the remaining seals. Returns the greatest number that has a valid seal. */
  end(): Promise<bigint>;
}

export function createSealCheck(
  bankId: string,
  keys: SealKeys,
  next: () => Promise<SealRow | undefined>,
  report: Report,
): SealCheck {
  let seal: SealRow | undefined;
  let isRead = false;
  let lastGood = 0n;
  let lastSealed = 0n;
  // a rebuilt chain contradicts every later seal, and only the first one is reported
  let isAgreed = true;
  const times = createTimeCheck(bankId, report);

  const peek = async () => {
    if (!isRead) seal = await next();
    isRead = true;
    return seal;
  };
  const isGood = (row: SealRow) => {
    const { chain_no: chainNo, chain_hash: chainHash, sealed_at: at } = row;
    if (hasGoodMac(keys, SEAL_DOMAIN, sealedBytes({ bankId, chainNo, chainHash, at }), row)) {
      lastSealed = chainNo;
      return true;
    }
    report({ kind: 'FORGED', bankId, chainNo, text: 'the seal at this number was not made with the keys' });
    return false;
  };
  const compare = (row: SealRow, chainHash: Buffer) => {
    if (!times.seal(row, isGood(row))) return;
    const agrees = row.chain_hash.equals(chainHash);
    if (agrees) lastGood = row.chain_no;
    else if (isAgreed) {
      const text = `the chain was rebuilt between number ${lastGood + 1n} and here: it does not match its seal`;
      report({ kind: 'FORGED', bankId, chainNo: row.chain_no, text });
    }
    isAgreed = agrees;
  };
  return {
    async link(row) {
      for (
        let nextSeal = await peek();
        nextSeal !== undefined && nextSeal.chain_no < row.chain_no;
        nextSeal = await peek()
      ) {
        isRead = false;
        // the link that it sealed is missing, which the chain check reports
        times.seal(nextSeal, isGood(nextSeal));
      }
      times.link(row);
      for (let nextSeal = await peek(); nextSeal?.chain_no === row.chain_no; nextSeal = await peek()) {
        isRead = false;
        compare(nextSeal, row.chain_hash);
      }
    },
    async end() {
      for (;;) {
        const nextSeal = await peek();
        if (nextSeal === undefined) return lastSealed;
        isRead = false;
        isGood(nextSeal);
      }
    },
  };
}

/**
 * Checks that all rows of a batch have the time of their seal. Months are dropped and exported by this time, which the
 * hashes do not cover.
 */
function createTimeCheck(bankId: string, report: Report) {
  const firstOf = new Map<number, bigint>();
  let last = 0n;
  return {
    link(row: Pick<LinkRow, 'chain_no' | 'sealed_at'>): void {
      const ms = row.sealed_at.getTime();
      // the chain check reports a second link with the same number
      if (row.chain_no > last && !firstOf.has(ms)) firstOf.set(ms, row.chain_no);
      last = row.chain_no;
    },
    /** Checks the end of a batch. Returns `isGood`. */
    seal({ sealed_at: at, chain_no: sealed }: SealRow, isGood: boolean): boolean {
      for (const [ms, chainNo] of firstOf) {
        if (!isGood || ms === at.getTime()) continue;
        const text = `the chain has the sealing time ${new Date(ms).toISOString()}, but the seal at number ${sealed} has ${at.toISOString()}`;
        report({ kind: 'FORGED', bankId, chainNo, text: `${text}: a time was changed, or a seal is missing` });
      }
      firstOf.clear();
      return isGood;
    },
  };
}
