import { allLimits, type Limit } from '../../limits/limit.ts';
import { decodeUsage, encodeUsage } from '../../limits/stored-limits.ts';
import type {
  FactsWithCard,
  ProvisioningCard,
  ProvisioningFacts,
  ProvisioningLimits,
  ProvisioningPartnerFact,
} from './provisioning-facts.ts';

/** The facts of a stored decision, without the bank's country, calendar and rules. */
export interface StoredFacts extends Pick<FactsWithCard, 'card' | 'settings' | 'partner' | 'limits'> {
  /** The edition of the bank's rules; null if it had none. */
  readonly edition: number | null;
}

/** Writes the facts for storage, as JSON. They hold no personal data; `readFacts` reads them. */
export function writeFacts(facts: ProvisioningFacts): string | null {
  if (facts.card === undefined) return null;
  const { card, settings, partner, rules, limits } = facts;
  return JSON.stringify({
    card,
    settings,
    partner,
    limits: limits && toStoredLimits(limits),
    edition: rules?.edition ?? null,
  });
}

type Json<T> = { readonly [Key in keyof T]: T[Key] extends Date ? string : T[Key] };

export function readFacts(stored: string): StoredFacts {
  const { card, partner, limits, ...facts } = JSON.parse(stored) as Omit<StoredFacts, 'card' | 'partner' | 'limits'> & {
    readonly card: Json<ProvisioningCard>;
    readonly partner?: Omit<ProvisioningPartnerFact, 'until'> & { readonly until?: string };
    readonly limits?: ReturnType<typeof toStoredLimits>;
  };
  return {
    ...facts,
    limits: limits && fromStoredLimits(limits),
    card: { ...card, createdAt: new Date(card.createdAt) },
    partner: partner && { ...partner, until: partner.until === undefined ? undefined : new Date(partner.until) },
  };
}

type StoredLimit = Omit<Limit, 'max' | 'cardId' | 'since'> & {
  readonly max: string;
  readonly cardId: string | undefined;
  readonly since: string;
};

/** JSON has no bigint. Limits of a program have keys that are not numbers, unlike those of `storeLimit`. */
function toStoredLimits({ cardId, account }: ProvisioningLimits) {
  const limits = allLimits(account).map(
    ({ max, cardId: ofCard, since, ...limit }): StoredLimit => ({
      ...limit,
      max: String(max),
      cardId: ofCard === undefined ? undefined : String(ofCard),
      since: since.toISOString(),
    }),
  );
  return { cardId: String(cardId), limits, usage: encodeUsage(account) };
}

function fromStoredLimits({ cardId, limits, usage }: ReturnType<typeof toStoredLimits>): ProvisioningLimits {
  const read = limits.map(
    ({ max, cardId: ofCard, since, ...limit }): Limit => ({
      ...limit,
      max: BigInt(max),
      cardId: ofCard === undefined ? undefined : BigInt(ofCard),
      since: new Date(since),
    }),
  );
  return { cardId: BigInt(cardId), account: { limits: read, usage: decodeUsage(usage) } };
}
