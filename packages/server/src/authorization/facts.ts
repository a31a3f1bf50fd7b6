import type { CardStatus, Finding } from '@cardwright/contract';
import type { Calendar } from '../kernel/calendar.ts';
import type { Currency } from '../kernel/money.ts';
import type { CardNumber } from '../vault/index.ts';

/** A message as the engine sees it, whatever network or channel it came by. */
export interface AuthorizationMessage {
  /** What is wrong with its form. A message with findings is decided on them alone. */
  readonly findings: readonly Finding[];
  readonly cardNumber: CardNumber;
  /** YYMM. */
  readonly expiry: string;
  readonly sequenceNumber: string;
  /** In minor units of the acquirer's currency. */
  readonly transactionMinor: bigint;
  /** ISO 4217 numeric. */
  readonly transactionCurrency: string;
  /** In minor units of the cardholder's billing currency; what limits and funds look at. */
  readonly billingMinor: bigint;
  readonly billingCurrency: string;
  readonly acquirer: string;
  readonly retrievalReference: bigint;
  readonly systemTrace: number;
  /** As sent: part of what identifies the message. */
  readonly transmittedAt: string;
}

export interface CardFacts {
  readonly cardId: bigint;
  readonly status: CardStatus;
  /** YYMM. */
  readonly expiry: string;
  readonly sequenceNumber: string;
}

export interface AccountFacts {
  readonly accountId: bigint;
  readonly currency: Currency;
  readonly availableMinor: bigint;
  readonly fundsCheck: boolean;
}

/** Everything that a decision may depend on besides the message and the clock. */
export interface AuthorizationFacts {
  /** Of the bank; UTC where the number belongs to none. */
  readonly calendar: Calendar;
  /** How many cards the number fits. */
  readonly matches: number;
  /** Present when exactly one does. */
  readonly card: CardFacts | undefined;
  readonly account: AccountFacts | undefined;
  /** A message under the same identity was decided, with another amount or currency. */
  readonly conflicts: boolean;
  /** The code that an approval would carry. */
  readonly approvalCode: string;
}
