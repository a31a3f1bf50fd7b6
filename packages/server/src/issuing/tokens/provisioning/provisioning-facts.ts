import type {
  CardStatus,
  PartnerProvisioningDecision,
  ProgramProvisioning,
  ProvisioningEffect,
  ProvisioningFields,
} from '@cardwright/contract';
import type { Bank } from '../../../platform/kernel/bank.ts';
import type { PartnerOutcome, PartnerReply } from '../../../platform/kernel/partner-exchange.ts';
import type { AccountLimits } from '../../limits/limit.ts';
import type { Restrictions } from '../../restrictions/restriction.ts';
import type { RuleSet } from '../../rules/bank-rules.ts';

/** The part of a request that a decision uses. It contains no card number. */
export type ProvisioningMessage = Omit<ProvisioningFields, 'card'>;

/** The card of a request, with its counts. The counts are exact: the caller holds the locks of account and device. */
export interface ProvisioningCard {
  readonly status: CardStatus;
  /** YYMM. */
  readonly expiry: string;
  readonly createdAt: Date;
  readonly product: string;
  readonly role: string;
  readonly restrictions: Restrictions;
  /** Whether the phone number on file ends with the device's last digits; undefined if one of them is unknown. */
  readonly phoneMatches: boolean | undefined;
  /** Tokens that are not deleted. */
  readonly tokens: number;
  /** Tokens on the device of the request that are not deleted; undefined without a device. */
  readonly tokensOfDevice: number | undefined;
  /** Other cards with tokens on the device of the request that are not deleted. */
  readonly otherCardsOfDevice: number;
  /** Declined requests of the last 24 hours, without those that ATTEMPTS declined. */
  readonly declines24h: number;
}

export type FactsWithCard = Extract<ProvisioningFacts, { readonly bank: unknown }>;

/** The facts of one decision. Bank and card are undefined if no card was found. */
export type ProvisioningFacts =
  | { readonly card: undefined }
  | {
      readonly card: ProvisioningCard;
      readonly bank: Pick<Bank, 'country' | 'calendar'>;
      readonly settings: ProvisioningSettings;
      /** The bank's rules on requests for tokens; undefined if it has none. */
      readonly rules?: RuleSet<ProvisioningEffect> | undefined;
      /** The limits that count requests for tokens of the card; undefined if there are none. */
      readonly limits?: ProvisioningLimits | undefined;
      /** Present if the bank's own system was called. */
      readonly partner?: ProvisioningPartnerFact | undefined;
    };

export interface ProvisioningLimits {
  readonly cardId: bigint;
  /** Limits of account and card, then those of the program. They include the usage that accounts of the product share. */
  readonly account: AccountLimits;
}

/** The answer of the bank's own system about a request, or the reason why there is none. */
export type ProvisioningPartnerFact = Omit<PartnerOutcome<PartnerReply>, 'answer'> & {
  /** WOULD_BE_ASKED: in a preview, which calls no partner. */
  readonly answer: PartnerOutcome<PartnerReply>['answer'] | 'WOULD_BE_ASKED';
  readonly standIn: PartnerProvisioningDecision;
};

/** A product's settings for provisioning. */
export type ProvisioningSettings = Required<ProgramProvisioning>;

const DEFAULTS: ProvisioningSettings = {
  tokensOfCard: 10,
  cardsOfDevice: 5,
  declinesIn24h: 5,
  lowScores: 'APPROVED_WITH_CODE',
  unknownScores: 'APPROVED_WITH_CODE',
};

/** The settings of a product: its program's, and the default for each that the program does not set. */
export function provisioningSettings(program: ProgramProvisioning | undefined): ProvisioningSettings {
  return { ...DEFAULTS, ...program };
}
