import type { ProvisioningOutcome } from '@cardwright/contract';
import type { Bank } from '../../../platform/kernel/bank.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { recordChange } from '../../accounts/index.ts';
import type { Program } from '../../banks/index.ts';
import type { CardKey } from '../../cards/index.ts';
import {
  type AccountLimits,
  cellKey,
  decodeCountingKey,
  encodeCountingKey,
  isOfProvisionings,
  limitsOfProgram,
  lockSharedRow,
  NO_LIMITS,
  readSharedUsage,
  storeFirstUsage,
  storeSharedRow,
} from '../../limits/index.ts';
import type { countProvisioning } from './limits-rule.ts';
import type { ProvisioningLimits } from './provisioning-facts.ts';

/** The limits that count requests for tokens of a card, with the full content of their rows. */
export interface LoadedLimits {
  readonly limits: ProvisioningLimits;
  /** The account's own limits, with the usage of all limits. */
  readonly own: AccountLimits;
  /** The usage that the accounts of the product share. */
  readonly shared: AccountLimits['usage'];
}

interface LimitedCard {
  readonly key: CardKey;
  readonly productCode: string;
  readonly program: Program | undefined;
  /** The account's own limits; undefined if it never had one. */
  readonly own: AccountLimits | undefined;
  readonly isPreview: boolean;
}

const NONE: AccountLimits['usage'] = new Map();

/**
 * Reads the limits of a card that count requests for tokens; undefined if there are none. Locks the usage that accounts
 * share, unless nothing will be stored. The caller holds the lock of the account.
 */
export async function loadProvisioningLimits(
  tx: Tx,
  { bankId, currency }: Bank,
  { key: { card_id: cardId }, productCode, program, own = NO_LIMITS, isPreview }: LimitedCard,
): Promise<LoadedLimits | undefined> {
  const { programLimits = [], sharedLimits } = limitsOfProgram(program, currency.exponent);
  const ofProduct = sharedLimits.filter(isOfProvisionings);
  const ofAccount = [...own.limits, ...programLimits].filter(
    (limit) => isOfProvisionings(limit) && (limit.cardId ?? cardId) === cardId,
  );
  const limits = [...ofAccount, ...ofProduct];
  if (limits.length === 0) return undefined;
  const readShared = () =>
    isPreview ? readSharedUsage(tx, bankId, [productCode]) : lockSharedRow(tx, bankId, productCode);
  const shared = ofProduct.length === 0 ? NONE : await readShared();
  const usage = new Map(
    limits.flatMap((limit) => {
      const key = cellKey(limit, cardId);
      const cells = (limit.level === 'program' ? shared : own.usage).get(key);
      return cells === undefined ? [] : [[key, cells] as const];
    }),
  );
  return { limits: { cardId, account: { limits, usage } }, own, shared };
}

interface CountedDecision {
  readonly key: CardKey;
  readonly productCode: string;
  readonly decisionId: string;
  readonly outcome: ProvisioningOutcome;
  readonly by: string;
  readonly now: Date;
}

/** Stores the usage of the limits that counted a decision, and records it in the history of the account. */
export async function storeCountedProvisioning(
  tx: Tx,
  bankId: string,
  { limits, own, shared }: LoadedLimits,
  { limits: after, countingKey }: NonNullable<ReturnType<typeof countProvisioning>>,
  { key: { account_id: accountId, card_id: cardId }, productCode, now, ...decision }: CountedDecision,
): Promise<void> {
  const ofProduct = new Set(limits.account.limits.flatMap(({ key, level }) => (level === 'program' ? [key] : [])));
  const { keys } = decodeCountingKey(countingKey);
  const moved = (before: AccountLimits['usage'], changed: readonly string[]) =>
    new Map([...before, ...changed.map((key) => [key, after.usage.get(key) ?? []] as const)]);
  const ownKeys = keys.filter((key) => !ofProduct.has(key));
  if (ownKeys.length > 0) {
    const counted = encodeCountingKey(ownKeys, '');
    const change = { kind: 'PROVISIONING', cardId: String(cardId), counted, ...decision } as const;
    await Promise.all([
      storeFirstUsage(tx, bankId, accountId, { usage: moved(own.usage, ownKeys) }),
      recordChange(tx, bankId, accountId, change, now),
    ]);
  }
  const sharedKeys = keys.filter((key) => ofProduct.has(key));
  if (sharedKeys.length > 0) await storeSharedRow(tx, bankId, productCode, moved(shared, sharedKeys));
}
