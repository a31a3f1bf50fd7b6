import type { Finding, LiveCardStatus, NoPartnerAnswer, PartnerActionCode, TokenState } from '@cardwright/contract';
import type { CardControl } from '../../../platform/kernel/bank.ts';
import type { Currency } from '../../../platform/kernel/money.ts';
import type { Calendar } from '../../../platform/kernel/time/calendar.ts';
import type { CardSettings, Counters } from '../../card-settings/index.ts';
import type { AccountLimits, EvaluatedLimit, NamedLists } from '../../limits/limit.ts';
import type { Restrictions } from '../../restrictions/index.ts';
import type { RuleSet } from '../../rules/bank-rules.ts';
import type { ControlsOfToken } from '../../tokens/controls/controls-of-token.ts';
import type { Channel } from './channel.ts';
import type { PaidMerchants } from './paid-merchants.ts';

/** The part of a message that decisions use, in the same form for every network and channel. It contains no card number. */
export interface AuthorizationMessage {
  /** The faults in the form of the message. A message with findings is declined because of them, whatever else it contains. */
  readonly findings: readonly Finding[];
  readonly numberForm: 'full' | 'masked';
  /** YYMM. */
  readonly expiry: string;
  readonly sequenceNumber: string;
  /** The amount in minor units of the acquirer's currency. */
  readonly transactionMinor: bigint;
  /** The acquirer's currency, ISO 4217 numeric. */
  readonly transactionCurrency: string;
  /** The amount in minor units of the cardholder's billing currency. Limits and funds use this amount. */
  readonly billingMinor: bigint;
  readonly billingCurrency: string;
  readonly channel: Channel;
  /** MCC, four digits. */
  readonly merchantCategory: string;
  /** The merchant's country, ISO 3166 alpha-2; undefined if the message does not name it. */
  readonly country: string | undefined;
  /** Card_Acceptor_Terminal_ID without the blanks at its end. */
  readonly terminalId: string;
  readonly acquirer: string;
  /** Card_Acceptor_Identification_Code without the blanks at its end. */
  readonly merchantId: string;
  readonly retrievalReference: bigint;
  readonly systemTrace: number;
  /** The time as sent, because it is a part of the message's identity. */
  readonly transmittedAt: string;
  /** The token that paid; undefined if the message does not name it. */
  readonly tokenReference?: string | undefined;
  /** The network's own decision, if the message is an advice. */
  readonly advice?: NetworkDecision | undefined;
}

/** A decision of the network in place of the bank. */
export interface NetworkDecision {
  /** DE39 of ISO 8583:1987; 00 is an approval. */
  readonly actionCode: string;
  /** DE38, or an empty text. */
  readonly approvalCode: string;
}

/** A piece of plastic under a card number. */
interface Plastic {
  /** YYMM. */
  readonly expiry: string;
  readonly sequenceNumber: string;
}

export interface CardFacts extends Plastic {
  readonly cardId: bigint;
  readonly status: LiveCardStatus;
  /** The plastic before a renewal, which stays valid until it expires. */
  readonly earlier: Plastic | undefined;
  readonly restrictions: Restrictions;
  readonly traits: CardTraits;
}

/** Properties of a card that never change. */
export interface CardTraits {
  readonly createdAt: Date;
  readonly product: string;
  readonly role: string;
}

/** The traits of a card whose traits no condition uses. */
export const NO_TRAITS: CardTraits = { createdAt: new Date(0), product: '', role: '' };

export interface AccountFacts {
  readonly accountId: bigint;
  readonly currency: Currency;
  readonly availableMinor: bigint;
  readonly fundsCheck: boolean;
  readonly settings: CardSettings;
  readonly counters: Counters;
  /** The version of its product's program in force, whose defaults the settings include; undefined if there is none. */
  readonly program?: { readonly productCode: string; readonly version: number } | undefined;
  /** The account's custom limits and those of its program; undefined if there are none. */
  readonly limits?: AccountLimits | undefined;
  /** The open exceptions of the account, oldest first; undefined if there are none. */
  readonly exceptions?: readonly PaymentException[] | undefined;
  /** What the stand-in approved on the latest business date on which it approved anything; loaded only if it matters. */
  readonly stoodIn?: StoodIn | undefined;
}

export interface StoodIn {
  /** Business date, YYYY-MM-DD. */
  readonly date: string;
  readonly minor: bigint;
}

/** What the bank's own system answered, or why there is no answer (docs/interface/partner-decision.md). */
export interface PartnerFact {
  /** WOULD_BE_ASKED: in a preview, which calls no partner. */
  readonly answer: 'APPROVE' | 'DECLINE' | 'WOULD_BE_ASKED' | NoPartnerAnswer;
  readonly actionCode: PartnerActionCode | undefined;
  readonly reason: string | undefined;
  /** How long the server waited for the answer. */
  readonly afterMs: number;
  /** A decision after this time does not use the answer. */
  readonly until: Date | undefined;
  /** The limits of the stand-in, in decimals of the account's currency; `perDay` null: no limit. */
  readonly standIn: { readonly approveUpTo: string; readonly perDay: string | null };
}

/** A payment that the bank allows once (docs/interface/exceptions.md). */
export interface PaymentException {
  readonly id: string;
  /** The only merchant that the exception covers; undefined for any. */
  readonly merchantId: string | undefined;
  /** The only merchant category that the exception covers; undefined for any. */
  readonly mcc: string | undefined;
  readonly maxMinor: bigint;
  readonly validUntil: Date;
}

/** The token that a message names. */
export interface TokenFact {
  readonly reference: string;
  /** The state of the token; null if the card has no such token. */
  readonly state: TokenState | null;
  /** The controls of the token; undefined if it has none. */
  readonly controls?: ControlsOfToken | undefined;
}

/** What a bank's configuration adds to its decisions. */
export interface BankFacts {
  readonly calendar: Calendar;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly cardControl: CardControl;
}

/** Everything that a decision may depend on besides the message and the clock. */
export interface AuthorizationFacts {
  /** The bank of the card, or a substitute if the number belongs to no bank. */
  readonly bank: BankFacts;
  /** How many cards the number fits. */
  readonly matches: number;
  /** Present when the number fits exactly one card. */
  readonly card: CardFacts | undefined;
  readonly account: AccountFacts | undefined;
  /** Whether a message with the same identity was decided with another amount or currency. */
  readonly conflicts: boolean;
  /** When the message was reversed, if its reversal arrived first. */
  readonly reversedBefore?: Date | undefined;
  /** Present if the message names a token. */
  readonly token?: TokenFact | undefined;
  /** The bank's own rules; undefined if it has none. */
  readonly ownRules?: RuleSet | undefined;
  /** The limits whose counters accounts share; undefined if there are none. */
  readonly sharedLimits?: AccountLimits | undefined;
  /** The shared limits as they stood when the message was first decided, for a replay: the history of one account does not contain them. */
  readonly sharedLimitsAt?: readonly EvaluatedLimit[] | undefined;
  /** The merchant lists that limits name; undefined if they name none. */
  readonly lists?: NamedLists | undefined;
  /** Where the card has paid before; undefined if no condition uses it. */
  readonly paidMerchants?: PaidMerchants | undefined;
  /** The code that an approval would carry. */
  readonly approvalCode: string;
  /** Present if the bank's own system was called. */
  readonly partner?: PartnerFact | undefined;
}

/** The facts of a message whose card was found. */
export interface FactsWithCard extends AuthorizationFacts {
  readonly card: CardFacts;
  readonly account: AccountFacts;
}

export function hasCard(facts: AuthorizationFacts): facts is FactsWithCard {
  return facts.card !== undefined && facts.account !== undefined;
}
