import {
  type ExactNumber,
  type JsonObject,
  type JsonValue,
  numberText,
  type EcommerceRequest as Request,
} from '@cardwright/contract';
import { channelOf, countryOfLocation } from './channel.ts';
import type { AuthorizationMessage } from './facts.ts';
import { readReference } from './retrieval-reference.ts';

/**
 * Reads the message from its stored form, so that a replay decides on exactly the same data.
 */
export function messageOfRaw(raw: JsonObject, numberForm: AuthorizationMessage['numberForm']): AuthorizationMessage {
  const request = raw as unknown as Request;
  const mode = textOf(request.POS_Enty_Mode).padStart(3, '0');
  return {
    findings: [],
    numberForm,
    expiry: expiryText(request.Card_Expiry_Date),
    sequenceNumber: request.Card_Sequence_Number,
    transactionMinor: BigInt(request.Transaction_Amount),
    transactionCurrency: request.Currency_Code_Transaction,
    billingMinor: BigInt(request.Transaction_Amount_Cardholder_Billing),
    billingCurrency: request.Currency_Code_Cardholder_Billing,
    channel: channelOf(mode, request.POS_Condition_Code.padStart(2, '0'), request.Merchant_Type),
    merchantCategory: request.Merchant_Type,
    country: countryOfLocation(request.Card_Acceptor_Name_Location),
    terminalId: request.Card_Acceptor_Terminal_ID.trimEnd(),
    acquirer: request.Acquiring_Institution_Code,
    merchantId: request.Card_Acceptor_Identification_Code.trimEnd(),
    retrievalReference: readReference(textOf(request.Retrieval_Reference_Number)),
    systemTrace: Number(textOf(request.System_Trace_Audit_Number)),
    transmittedAt: request.Transmission_Date_Time,
    advice: adviceOf(raw),
    tokenReference: request.Token_Reference,
  };
}

/**
 * `Message_Type` of an advice: a decision that the network made itself. Only the ISO 8583 interface sends it, because
 * the schema of the e-commerce message accepts no type but its own.
 */
export const ADVICE_TYPE = 'Network_Advice';

function adviceOf({ Message_Type: type, Action_Code: actionCode, Approval_Code: approvalCode }: JsonObject) {
  if (type !== ADVICE_TYPE) return undefined;
  return { actionCode: textOrEmpty(actionCode), approvalCode: textOrEmpty(approvalCode) };
}

export function textOf(value: string | number | ExactNumber): string {
  return typeof value === 'string' ? value : (numberText(value) ?? '');
}

/** Converts YYMM, YYYYMM, YYYYMMDD, MM/YY or MM/YYYY to YYMM. */
function expiryText(text: string): string {
  if (text.includes('/')) return `${text.slice(-2)}${text.slice(0, 2)}`;
  return text.length === 4 ? text : text.slice(2, 6);
}

export function textOrEmpty(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : (numberText(value) ?? '');
}
