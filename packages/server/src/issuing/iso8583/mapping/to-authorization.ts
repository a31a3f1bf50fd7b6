import type { EcommerceRequest, JsonObject } from '@cardwright/contract';
import type { Message } from '@cardwright/iso8583';
import { ADVICE_TYPE } from '../../authorization/index.ts';
import { inferYear } from './infer-year.ts';

/** The fields of a message in the form that the authorizer reads, or the number of the field that cannot be read. */
export type AuthorizationBody =
  | { readonly ok: true; readonly body: EcommerceRequest }
  | { readonly ok: false; readonly field: number };

/** The fields that an authorization needs: card, amount, times, trace, category, acquirer, reference, merchant, currency. */
const REQUIRED = [2, 4, 7, 11, 14, 18, 32, 37, 41, 42, 49];

/** Digits 3 and 4 of DE3. Other codes count as the default account. */
const ACCOUNT_TYPES: Readonly<Record<string, string>> = { '10': 'Saving', '30': 'Credit' };

/**
 * Maps an authorization or financial message (docs/interface/iso8583.md#fields). The fields 35, 45, 48, 52 and 55 are not
 * read, so that nothing of them is stored. Pure.
 *
 * @param isAdvice whether the network has decided itself
 */
export function toAuthorization(message: Message, now: Date, isAdvice: boolean): AuthorizationBody {
  const missing = REQUIRED.find((field) => !message.has(field));
  if (missing !== undefined) return { ok: false, field: missing };
  const text = (field: number, absent = '') => message.get(field) ?? absent;
  const transmitted = inferYear(text(7), now);
  if (transmitted === undefined) return { ok: false, field: 7 };
  const wrong = findWrong(message);
  if (wrong !== undefined) return { ok: false, field: wrong };
  const local = `${text(13, text(7).slice(0, 4))}${text(12, text(7).slice(4))}`;
  const body: JsonObject = {
    Message_Version: message.mti,
    Message_Type: isAdvice ? ADVICE_TYPE : 'Ecom_Rqst',
    CARD_NUMBER: text(2),
    From_Account: ACCOUNT_TYPES[text(3).slice(2, 4)] ?? 'Current',
    Transaction_Amount: text(4),
    Transaction_Amount_Cardholder_Billing: text(6, text(4)),
    Transmission_Date_Time: transmitted,
    System_Trace_Audit_Number: text(11),
    Local_Date_Time: inferYear(local, now) ?? transmitted,
    Card_Expiry_Date: text(14),
    Capture_Date: inferYear(text(17), now) ?? transmitted.slice(0, 8),
    Merchant_Type: text(18),
    POS_Enty_Mode: text(22, '000'),
    Card_Sequence_Number: text(23),
    POS_Condition_Code: text(25, '00'),
    Transaction_Fee: text(28, 'C00000000'),
    Acquiring_Institution_Code: text(32),
    Retrieval_Reference_Number: text(37),
    Card_Acceptor_Terminal_ID: text(41),
    Card_Acceptor_Identification_Code: text(42),
    Card_Acceptor_Name_Location: text(43),
    Currency_Code_Transaction: text(49),
    Currency_Code_Cardholder_Billing: text(51, text(49)),
    Banknet_Data: '',
    From_Account_No: text(102),
  };
  const conversion = inferYear(text(16), now);
  if (conversion !== undefined) body.Currency_Conversion_Date = conversion;
  if (isAdvice) {
    body.Action_Code = text(39, '00');
    body.Approval_Code = text(38).trim();
  }
  return { ok: true, body: body as unknown as EcommerceRequest };
}

/** The first field whose characters the codec permits but the authorizer does not. */
function findWrong(message: Message): number | undefined {
  const text = (field: number) => message.get(field) ?? '';
  const [currency, billing] = [text(49), message.get(51)];
  if (text(2).length < 13) return 2;
  if (!/^\d{2}(?:0[1-9]|1[0-2])$/.test(text(14))) return 14;
  if (!/^[0-9A-Za-z ]{1,12}$/.test(text(37))) return 37;
  if (!/^\d{3}$/.test(currency)) return 49;
  if (billing !== undefined && !/^\d{3}$/.test(billing)) return 51;
  // without DE6, the amount in another billing currency is unknown
  if (billing !== undefined && billing !== currency && !message.has(6)) return 6;
  return undefined;
}
