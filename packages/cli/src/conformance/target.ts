import type { Transport } from './exchange.ts';

/** A client with its secret, or another source of access tokens. */
export type PartyCredentials =
  | { readonly clientId: string; readonly clientSecret: string }
  | { token(): Promise<string> };

export const PARTIES = ['bank', 'network', 'acquirer'] as const;
/** The party that sends a request. */
export type Party = (typeof PARTIES)[number];

/** The implementation under test, and what it has on record about the runner. */
export interface ConformanceTarget {
  readonly transport: Transport;
  readonly credentials: Readonly<Partial<Record<Party, PartyCredentials>>>;
  /** The path of the token endpoint, relative to the base URL. */
  readonly tokenPath: string;
  readonly operatorPrefix: string;
  readonly bank: IssuingBank;
  /** An existing card. A sandbox creates more cards. */
  readonly card: KnownCard | undefined;
}

export interface IssuingBank {
  readonly bankId: string;
  readonly bankCode: string;
  readonly currency: string;
  /** ISO 4217 number. */
  readonly currencyNumber: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly productCode: string;
  readonly bin: string;
}

export interface KnownCard {
  readonly cardNumber: string;
  /** YYMM. */
  readonly expiry: string;
  readonly exid: string;
  readonly accountNumber: string;
  readonly customerId: string;
}
