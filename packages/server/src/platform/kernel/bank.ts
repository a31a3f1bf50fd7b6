import type {
  ChangeKind,
  NotificationType,
  PARTNER_CALL_POLICIES,
  PartnerProvisioningDecision,
  TokenEventIndicator,
} from '@cardwright/contract';
import type { Currency } from './money.ts';
import type { Calendar, Window } from './time/calendar.ts';

/** A group of merchants, by category. */
interface MerchantGroup {
  readonly name: string;
  readonly categories: ReadonlySet<string>;
  /** ALLOW: cards may only be used in these categories. REFUSE: in all but these. */
  readonly effect: 'ALLOW' | 'REFUSE';
}

/** A bank's configuration of card control (docs/interface/card-settings.md). */
export interface CardControl {
  /** Windows of limits and counters 1 to 3. */
  readonly windows: readonly [Window, Window, Window];
  /** Merchant categories (MCC) of functions 1 to 3; undefined if a function is not used. */
  readonly functions: readonly [Categories, Categories, Categories];
  /**
   * Whether a message whose country cannot be read counts as foreign: always, or unless its currency is that of the
   * account.
   */
  readonly unreadableCountry: UnreadableCountry;
  /** By id. */
  readonly merchantGroups: ReadonlyMap<string, MerchantGroup>;
  /** Display texts by appName. */
  readonly resourceStrings: ReadonlyMap<string, readonly { readonly key: string; readonly value: string }[]>;
}
export const UNREADABLE_COUNTRY = ['foreign', 'by_currency'] as const;
export type UnreadableCountry = (typeof UNREADABLE_COUNTRY)[number];
type Categories = ReadonlySet<string> | undefined;

/** A text for the cardholder, with placeholders (docs/interface/token-notification.md#message). */
export interface NotificationTemplate {
  readonly type: NotificationType;
  /** Only for this event of the type; without it, for all events. */
  readonly indicator?: TokenEventIndicator;
  readonly language: string;
  readonly text: string;
}

/** The bank's own system, which the server calls for authorizations (docs/interface/partner-decision.md). */
export interface BankDecisionPartner {
  readonly url: string;
  readonly deadlineMs: number;
  readonly callPolicy: (typeof PARTNER_CALL_POLICIES)[number];
  readonly standIn: { readonly approveUpTo: string; readonly perDay: string | null };
  readonly breaker: { readonly failuresInARow: number; readonly failuresOfLast100: number };
  /** Undefined if it is not called for requests for tokens. */
  readonly provisioning?: { readonly standIn: PartnerProvisioningDecision } | undefined;
}

/** What a bank lets a role allow (docs/interface/exceptions.md). */
export interface ExceptionGrant {
  readonly role: string;
  /** Decimal text. */
  readonly maxAmount: string;
  /** ISO 4217. The currency of the amount and of the accounts. */
  readonly currency: string;
  /** The number of exceptions of one caller within 24 hours. */
  readonly perDay: number;
}

/** A bank, which is the tenant. */
export interface Bank {
  /** The kinds of changes that need a second person; undefined: the default of the mode. */
  readonly secondPerson?: readonly ChangeKind[] | undefined;
  readonly bankId: string;
  readonly bankCode: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly currency: Currency;
  readonly calendar: Calendar;
  /** Whether security_name and zip are mandatory (docs/interface/clients.md#fraud-monitoring). */
  readonly fraudMonitoring: boolean;
  readonly cardControl: CardControl;
  readonly notificationTemplates: readonly NotificationTemplate[];
  /** OpenPGP public key of the card bureau, armored; undefined if none is configured. */
  readonly bureauKey: string | undefined;
  /** Absent: no role can allow payments as exceptions. */
  readonly paymentExceptions?: readonly ExceptionGrant[];
  /** Undefined if only the gateway decides. */
  readonly decisionPartner?: BankDecisionPartner | undefined;
}
