import { liftIdleLimit, type Tx } from '../../platform/storage/index.ts';
import type { Acquirer } from '../acquirers/acquirer-directory.ts';
import type { DenyLists } from '../deny-list/deny-lists.ts';
import type { ExistingRecords } from '../onboarding/model/existing-records.ts';
import type { CheckedChain } from '../onboarding/model/onboarding-parts.ts';
import { findBoardedHits } from '../records/open-amendment-store.ts';
import type { StoredHit } from '../records/stored-hit.ts';
import { builtInScreen } from '../screening/built-in-screen.ts';
import type { ScreenedMerchant } from '../screening/screen.ts';
import type { AppliedAmendment } from './model/applied-amendment.ts';
import { hitsOfAmendment, toScreenedMerchant } from './model/screened-amendment.ts';

/** With more names than these, amendments are screened after the answer, because the acquirer is locked meanwhile. */
const MAX_NAMES_AT_ONCE = 200;

export type AmendmentScreening = Pick<
  Acquirer,
  'acquirerId' | 'isRestricted' | 'denyListThreshold' | 'approvedAmendments' | 'provider'
> & { readonly denyLists: DenyLists };

type Hits = ReadonlyMap<AppliedAmendment, readonly StoredHit[]>;

/** Chains with their names: those that the request creates, and those that are stored. */
interface Chains {
  readonly existing: Pick<ExistingRecords, 'chains'>;
  readonly newChains: readonly CheckedChain[];
}

/**
 * Reads the deny list before the acquirer is locked, unless it is in memory. Reading takes long after a new list was
 * loaded.
 */
export async function prepareScreening(tx: Tx, { acquirerId, provider, denyLists }: AmendmentScreening): Promise<void> {
  if (provider !== undefined) return;
  await liftIdleLimit(tx);
  await denyLists.indexOf(tx, acquirerId);
}

/**
 * Returns the hits of each amendment. Returns undefined if they are screened after the answer, because an outside
 * provider or thousands of names take too long.
 */
export async function screenAtOnce(
  tx: Tx,
  screening: AmendmentScreening,
  amendments: readonly AppliedAmendment[],
  chains: Chains,
  at: Date,
): Promise<Hits | undefined> {
  if (screening.provider !== undefined) return undefined;
  const toScreen = fewToScreen(amendments, chains);
  return toScreen && screenNow(tx, screening, toScreen, at);
}

/**
 * Returns the merchants as the amendments would leave them, or undefined if there are too many names to screen before
 * the answer.
 */
function fewToScreen(
  amendments: readonly AppliedAmendment[],
  { existing, newChains }: Chains,
): ReadonlyMap<AppliedAmendment, ScreenedMerchant> | undefined {
  const submitted = new Map(newChains.map(({ chainId, record }) => [chainId, record]));
  const toScreen = new Map<AppliedAmendment, ScreenedMerchant>();
  let names = 0;
  for (const amendment of amendments) {
    const { chainId } = amendment.row;
    const chain = chainId === null ? null : (submitted.get(chainId) ?? existing.chains.get(chainId)?.record ?? null);
    const merchant = toScreenedMerchant(amendment, chain);
    names += merchant.names.length;
    if (names > MAX_NAMES_AT_ONCE) return undefined;
    toScreen.set(amendment, merchant);
  }
  return toScreen;
}

async function screenNow(
  tx: Tx,
  screening: AmendmentScreening,
  toScreen: ReadonlyMap<AppliedAmendment, ScreenedMerchant>,
  at: Date,
): Promise<Hits> {
  const { acquirerId, denyLists } = screening;
  // A newly loaded deny list is indexed first, which takes long.
  await liftIdleLimit(tx);
  const outcomes = await builtInScreen(tx, screening, denyLists)([...toScreen.values()]);
  const byId = new Map(outcomes.map((outcome) => [outcome.merchantId, outcome]));
  const ids = [...byId.keys()];
  const boarded = await findBoardedHits(tx, acquirerId, ids);
  const hits = new Map<AppliedAmendment, readonly StoredHit[]>();
  for (const [amendment, { merchantId }] of toScreen) {
    const outcome = byId.get(merchantId);
    if (outcome === undefined || 'problem' in outcome) throw new Error('the built-in screen gave no result');
    hits.set(amendment, hitsOfAmendment(amendment, outcome.hits, boarded.get(merchantId) ?? [], at));
  }
  return hits;
}
