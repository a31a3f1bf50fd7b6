import type { NotificationType, TokenEventIndicator } from '@cardwright/contract';
import type { Calendar, Window } from './calendar.ts';
import type { Currency } from './money.ts';

/** Merchants that belong together, by their category. */
export interface MerchantGroup {
  readonly name: string;
  readonly categories: ReadonlySet<string>;
  /** Whether the categories are the only ones that may be used, or those that may not. */
  readonly effect: 'ALLOW' | 'REFUSE';
}

/** What a bank's configuration says about the control of its cards (docs/interface/card-settings.md). */
export interface CardControl {
  /** Windows of limits and counters 1 to 3. */
  readonly windows: readonly [Window, Window, Window];
  /** Merchant categories (MCC) of functions 1 to 3; undefined where a function is not used. */
  readonly functions: readonly [Categories, Categories, Categories];
  /** What a message is whose country cannot be read: foreign, or foreign unless its currency is the account's. */
  readonly unreadableCountry: UnreadableCountry;
  /** By id. */
  readonly merchantGroups: ReadonlyMap<string, MerchantGroup>;
  /** Display texts by appName. */
  readonly resourceStrings: ReadonlyMap<string, readonly { readonly key: string; readonly value: string }[]>;
}
export const UNREADABLE_COUNTRY = ['foreign', 'by_currency'] as const;
export type UnreadableCountry = (typeof UNREADABLE_COUNTRY)[number];
type Categories = ReadonlySet<string> | undefined;

/** A text that a cardholder reads, with places for what it is about (docs/interface/token-notification.md#message). */
export interface NotificationTemplate {
  readonly type: NotificationType;
  /** Only for this event of its type; for all of them where it says nothing. */
  readonly indicator?: TokenEventIndicator;
  readonly language: string;
  readonly text: string;
}

/** A bank as every capability sees it: the tenant. */
export interface Bank {
  readonly bankId: string;
  readonly bankCode: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly currency: Currency;
  readonly calendar: Calendar;
  /** Makes security_name and zip mandatory (docs/interface/clients.md#fraud-monitoring). */
  readonly fraudMonitoring: boolean;
  readonly cardControl: CardControl;
  readonly notificationTemplates: readonly NotificationTemplate[];
  /** OpenPGP public key of the card bureau, armored; undefined where none is configured. */
  readonly bureauKey: string | undefined;
}
