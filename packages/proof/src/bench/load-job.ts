import { authorizeEcommerce } from '@cardwright/contract';
import { exampleMessage } from '@cardwright/server/internal/host/sandbox/example-message';
import { CURRENCY } from './bench-cards.ts';

/** The job of a load process. */
export interface LoadJob {
  readonly host: string;
  readonly port: number;
  /** Trusted certificates in PEM; absent: without TLS. */
  readonly ca?: string | undefined;
  readonly token: string;
  readonly connections: number;
  /**
   * If present, the load uses ISO 8583 with this many messages in flight on each connection. If absent, it uses HTTP
   * with one.
   */
  readonly iso?: { readonly inFlight: number } | undefined;
  readonly warmUpMs: number;
  readonly measureMs: number;
  /**
   * The number of messages a second, each sent when it is due. If absent, each message is sent as soon as the one
   * before it is answered.
   */
  readonly rate?: number | undefined;
  readonly cards: number;
  /** The position of the first card. */
  readonly firstCard: number;
  readonly expiry: string;
  /** If true, each card is used once, in order, before any is used again. If absent, cards are drawn at random. */
  readonly inTurn?: boolean | undefined;
  /** The first reference of this job. */
  readonly firstReference: number;
}

export type LoadReport = { readonly kind: 'measuring' } | ({ readonly kind: 'measured' } & LoadResult);

export interface LoadResult {
  readonly answers: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The longest time without any answer. */
  readonly longestGapMs: number;
  /** Answers other than an approval with HTTP 200, as `status/action code`, with their count. */
  readonly unexpected: Readonly<Record<string, number>>;
  /** CPU that the load process used, in cores. */
  readonly loadCores: number;
}

export const AUTHORIZATION_PATH = `/V2${authorizeEcommerce.path}`;

/** A message that the contract accepts without a warning. Its length is the same for every card and reference. */
export function benchMessage(card: string, reference: string, expiry: string): Record<string, string> {
  return exampleMessage(
    { number: card, expiry },
    {
      System_Trace_Audit_Number: reference.slice(-6),
      Retrieval_Reference_Number: reference,
      Currency_Code_Transaction: CURRENCY.number,
      Currency_Code_Cardholder_Billing: CURRENCY.number,
    },
  );
}
