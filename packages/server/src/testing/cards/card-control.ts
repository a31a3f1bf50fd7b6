import { authorize, ecommerceMessage, type IssuedCard, type Sender } from './issued-cards.ts';

/** Sets controls and uses cards through the interface, as a bank and a network do. */

/** The message fields of each channel, under its name in the trace, and those of a cash withdrawal. */
export const CHANNELS = {
  ECOM: { POS_Enty_Mode: '810', POS_Condition_Code: '59' },
  MOTO: { POS_Enty_Mode: '012', POS_Condition_Code: '08' },
  RECURRING: { POS_Enty_Mode: '100', POS_Condition_Code: '04' },
  KEYED: { POS_Enty_Mode: '012', POS_Condition_Code: '00' },
  CHIP: { POS_Enty_Mode: '051', POS_Condition_Code: '00' },
  SWIPE: { POS_Enty_Mode: '901', POS_Condition_Code: '00' },
  CONTACTLESS: { POS_Enty_Mode: '071', POS_Condition_Code: '00' },
  FALLBACK: { POS_Enty_Mode: '801', POS_Condition_Code: '00' },
  /** By chip. */
  CASH: { POS_Enty_Mode: '051', POS_Condition_Code: '00', Merchant_Type: '6011' },
} as const satisfies Record<string, Record<string, string>>;

/** A merchant in Germany, with the currency there. */
export const IN_GERMANY = {
  Card_Acceptor_Name_Location: 'BUCHHANDLUNG           BERLIN         DE',
  Currency_Code_Transaction: '978',
};
export const IN_FRANCE = {
  Card_Acceptor_Name_Location: 'LIBRAIRIE              PARIS          FR',
  Currency_Code_Transaction: '978',
};
/** A merchant without a country, in the currency of DEMO's accounts. */
export const NOWHERE = { Card_Acceptor_Name_Location: 'SHOP WITHOUT A COUNTRY' };

/** Returns the message fields of an amount in minor units. */
export function amountFields(minor: number): Record<string, string> {
  const text = String(minor).padStart(12, '0');
  return { Transaction_Amount: text, Transaction_Amount_Cardholder_Billing: text };
}

/** The billing currency of the other bank's cards, at home. */
const OF_OTHER_BANK = {
  Currency_Code_Transaction: '978',
  Currency_Code_Cardholder_Billing: '978',
  Card_Acceptor_Name_Location: IN_GERMANY.Card_Acceptor_Name_Location,
};

export interface UseResult {
  reason: string;
  actionCode: string;
  reference: string;
  /** The values that each evaluated rule saw. */
  saw: Record<string, Record<string, string | number | boolean | null>>;
  /** The last evaluated rule, and its verdict. */
  last: string;
}

/** Sends a message, and reads its trace as the card's bank does. */
export async function use(
  server: Sender,
  card: IssuedCard,
  fields: Record<string, unknown> = {},
  bank = 'demo-bank',
): Promise<UseResult> {
  const bankFields = bank === 'other-bank' ? OF_OTHER_BANK : {};
  const message = ecommerceMessage(card, { ...bankFields, ...fields });
  const { json } = await authorize(server, message);
  const reference = String(message.Retrieval_Reference_Number);
  const read = await server.request({ method: 'GET', url: `/V2/authorizations/${reference}`, as: bank });
  const trace = read.json.trace as { rule: string; verdict: string; saw: UseResult['saw'][string] }[];
  const { rule, verdict } = trace.at(-1)!;
  const reason = String(json.Additional_Response_Data);
  if (read.json.rule !== reason) throw new Error(`answered ${reason}, kept ${read.text}`);
  const saw = Object.fromEntries(trace.map((step) => [step.rule, step.saw]));
  return { reason, actionCode: String(json.Action_Code), reference, saw, last: `${rule} ${verdict}` };
}

/** Returns only the reason, without a read of the trace. */
export async function reasonOf(
  server: Sender,
  card: IssuedCard,
  fields: Record<string, unknown> = {},
  bank = 'demo-bank',
): Promise<string> {
  const bankFields = bank === 'other-bank' ? OF_OTHER_BANK : {};
  const { json } = await authorize(server, ecommerceMessage(card, { ...bankFields, ...fields }));
  return String(json.Additional_Response_Data);
}

export async function restrict(
  server: Sender,
  card: IssuedCard,
  restriction: Record<string, unknown>,
  as = 'demo-bank',
): Promise<void> {
  const identifier = { card_identifier_id: card.exid, card_identifier_type: 'EXID' };
  const answer = await server.envelope('restrictions.set-restriction', { ...identifier, restriction }, { as });
  if (answer.exception?.error_code !== '000') throw new Error(`refused: ${answer.http.text}`);
}

/** Updates the settings of the card's account, and returns the new settings. */
export async function setControls(
  server: Sender,
  card: IssuedCard,
  cardSettings: Record<string, unknown>,
  as = 'demo-bank',
): Promise<Record<string, string>> {
  const body = { accountNumber: card.cardNumber, cardSettings };
  const answer = await server.envelope('card-settings.update-settings', body, { as });
  if (answer.exception?.error_code !== '000') throw new Error(`refused: ${answer.http.text}`);
  return answer.body.cardSettings;
}

export async function controlsOf(server: Sender, card: IssuedCard, as = 'demo-bank'): Promise<Record<string, string>> {
  const body = { accountNumber: card.cardNumber };
  const answer = await server.envelope('card-settings.get-settings', body, { as });
  if (answer.exception?.error_code !== '000') throw new Error(`refused: ${answer.http.text}`);
  return answer.body.cardSettings;
}

/** Reverses an authorization, in full or by `amount`. */
export async function reverse(server: Sender, reference: string, amount?: string, as = 'demo-bank'): Promise<void> {
  const url = `/V2/authorizations/${reference}/reversal`;
  const { status, text } = await server.request({
    method: 'POST',
    url,
    as,
    ...(amount !== undefined && { payload: { amount } }),
  });
  if (status !== 200) throw new Error(`refused: ${text}`);
}

/** Changes the status of a card, and returns the answer. */
export function setCardStatus(server: Sender, exid: string, value: string, as = 'demo-bank') {
  const identifier = { card_identifier_id: exid, card_identifier_type: 'EXID' };
  return server.envelope('cards.change-status', { ...identifier, status: { type: 'card_status', value } }, { as });
}
