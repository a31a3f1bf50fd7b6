import type {
  CardedFacts,
  ProvisioningCard,
  ProvisioningFacts,
  ProvisioningPartnerFact,
} from './provisioning-facts.ts';

/** The facts of a stored decision, without the bank's country, calendar and rules. */
export interface StoredFacts extends Pick<CardedFacts, 'card' | 'settings' | 'partner'> {
  /** The edition of the bank's rules; null if it had none. */
  readonly edition: number | null;
}

/** Writes the facts for storage, as JSON. They hold no personal data; `readFacts` reads them. */
export function writeFacts(facts: ProvisioningFacts): string | null {
  if (facts.card === undefined) return null;
  const { card, settings, partner, rules } = facts;
  return JSON.stringify({ card, settings, partner, edition: rules?.edition ?? null });
}

type Json<T> = { readonly [Key in keyof T]: T[Key] extends Date ? string : T[Key] };

export function readFacts(stored: string): StoredFacts {
  const { card, partner, ...facts } = JSON.parse(stored) as Omit<StoredFacts, 'card' | 'partner'> & {
    readonly card: Json<ProvisioningCard>;
    readonly partner?: Omit<ProvisioningPartnerFact, 'until'> & { readonly until?: string };
  };
  return {
    ...facts,
    card: { ...card, createdAt: new Date(card.createdAt) },
    partner: partner && { ...partner, until: partner.until === undefined ? undefined : new Date(partner.until) },
  };
}
