import { authorizeEcommerce } from '@cardwright/contract';
import { CURRENCY } from './bench-cards.ts';

/** What a load process is told to do. */
export interface LoadJob {
  readonly host: string;
  readonly port: number;
  readonly token: string;
  readonly connections: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** Messages a second, sent when they are due; absent: each connection sends as soon as it has its answer. */
  readonly rate?: number;
  readonly cards: number;
  readonly expiry: string;
  /** References from here on are this job's own. */
  readonly firstReference: number;
}

export type LoadReport = { readonly kind: 'measuring' } | ({ readonly kind: 'measured' } & LoadResult);

export interface LoadResult {
  readonly answers: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers other than an approval with HTTP 200, as `status/action code`, with their count. */
  readonly unexpected: Readonly<Record<string, number>>;
  /** CPU that the load process itself used, in cores. */
  readonly loadCores: number;
}

export const AUTHORIZATION_PATH = `/V2${authorizeEcommerce.path}`;

/** A message that the contract takes without a warning. Its length never changes, whatever card and reference it has. */
export function benchMessage(card: string, reference: string, expiry: string): Record<string, string> {
  return {
    Message_Version: '1.0',
    Message_Type: 'Ecom_Rqst',
    CARD_NUMBER: card,
    From_Account: 'Saving',
    Transaction_Amount: '000000002500',
    Transaction_Amount_Cardholder_Billing: '000000002500',
    Transmission_Date_Time: '20261120080000',
    System_Trace_Audit_Number: reference.slice(-6),
    Local_Date_Time: '12:00:00',
    Card_Expiry_Date: expiry,
    Capture_Date: '20261120',
    Merchant_Type: '5411',
    POS_Enty_Mode: '810',
    Card_Sequence_Number: '001',
    POS_Condition_Code: '59',
    Transaction_Fee: 'D00000000',
    Acquiring_Institution_Code: '123456',
    Retrieval_Reference_Number: reference,
    Card_Acceptor_Terminal_ID: 'WEB00001',
    Card_Acceptor_Identification_Code: 'SHOP00000000001',
    Card_Acceptor_Name_Location: 'BENCH SHOP             DUBAI          AE',
    Currency_Code_Transaction: CURRENCY.number,
    Currency_Code_Cardholder_Billing: CURRENCY.number,
    Banknet_Data: 'BENCH0001',
    From_Account_No: '001000000001',
  };
}
