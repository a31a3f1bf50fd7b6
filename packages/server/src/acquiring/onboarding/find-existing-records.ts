import { batchesOf } from '../../platform/kernel/concurrency/pauses.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { type ExistingChain, findChains } from '../records/merchant-chain-store.ts';
import { type ExistingMerchant, findMerchants, lockMerchants } from '../records/merchant-store.ts';
import { findTerminals } from '../records/terminal-store.ts';
import { addsTerminals } from './find-conflicts.ts';
import type { ExistingRecords } from './model/existing-records.ts';
import type { CheckedMerchant, CheckedOnboarding } from './model/onboarding-parts.ts';

/** The size of a batch of ids in statements that look up records. */
export const IDS_AT_ONCE = { rows: 1_000, characters: Number.POSITIVE_INFINITY };

/** Looks up all records in a few statements, and locks those that will change. */
export async function findExistingRecords(
  tx: Tx,
  acquirerId: string,
  { merchants, chains }: Pick<CheckedOnboarding, 'merchants' | 'chains'>,
  { lock }: { lock: boolean },
): Promise<ExistingRecords> {
  // Sorts by code unit, because all transactions lock merchants in this order and so cannot deadlock.
  const ids = [...new Set(merchants.map(({ merchantId }) => merchantId))].filter((id) => id !== '').sort();
  const existing = new Map<string, ExistingMerchant>();
  for (const batch of batchesOf(ids, IDS_AT_ONCE)) {
    const rows = await (lock ? lockMerchants : findMerchants)(tx, acquirerId, batch);
    for (const row of rows) existing.set(row.merchant_id, row);
  }
  const continuing = [...existing.values()].filter(({ status }) => status === 'INFORMATION_REQUIRED');
  const chainIds = chains.map(({ chainId }) => chainId);
  return {
    merchants: existing,
    terminals: await lookUpTerminals(tx, acquirerId, merchants),
    chains: await lookUpChains(
      tx,
      acquirerId,
      chainIds,
      existing,
      continuing.map(({ merchant_id }) => merchant_id),
    ),
  };
}

async function lookUpTerminals(
  tx: Tx,
  acquirerId: string,
  merchants: readonly CheckedMerchant[],
): Promise<Map<string, string>> {
  const ids = merchants.filter(addsTerminals).flatMap(({ terminals }) => terminals.map((each) => each.terminalId));
  const owners = new Map<string, string>();
  for (const batch of batchesOf(ids, IDS_AT_ONCE)) {
    const rows = await findTerminals(tx, acquirerId, batch);
    for (const { terminal_id, merchant_id } of rows) owners.set(terminal_id, merchant_id);
  }
  return owners;
}

/**
 * Looks up the chains that the request names, and those of its stored merchants, which may name an NGO's organization.
 */
async function lookUpChains(
  tx: Tx,
  acquirerId: string,
  chainIds: readonly string[],
  merchants: ReadonlyMap<string, ExistingMerchant>,
  continuing: readonly string[],
): Promise<Map<string, ExistingChain>> {
  const ofMerchants = [...merchants.values()].flatMap(({ chain_id }) => (chain_id === null ? [] : [chain_id]));
  const ids = [...new Set([...chainIds, ...ofMerchants])];
  const chains = new Map<string, ExistingChain>();
  for (const batch of batchesOf(ids, IDS_AT_ONCE)) {
    const rows = await findChains(tx, acquirerId, batch, continuing);
    for (const row of rows) chains.set(row.chain_id, row);
  }
  return chains;
}
