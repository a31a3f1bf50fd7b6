import { toIso8583Fields } from '@cardwright/contract';
import { Message } from '@cardwright/iso8583';
import { authorize, ecommerceMessage, type IssuedCard } from '../cards/issued-cards.ts';
import { allowAll, changeControls, issueFamily, randomFields } from '../decisions/backtests.ts';
import { type Random, seededRandom } from '../random.ts';
import type { TestServer } from '../test-server.ts';
import { type IsoClient, originalOf, variant } from './iso-client.ts';

/** Added to references over ISO 8583, so that a reference names only one authorization. */
export const ISO_REFERENCES = 100_000_000_000;

interface PairedAccount {
  readonly accountNumber: string;
  readonly cards: readonly IssuedCard[];
}

/** Two accounts that receive the same messages, one over HTTP and the other over ISO 8583. */
export interface AccountPair {
  readonly http: PairedAccount;
  readonly iso: PairedAccount;
  /** Messages that were approved over both protocols. */
  readonly approved: SentToBoth[];
}

interface SentToBoth {
  readonly http: Record<string, unknown>;
  readonly iso: Message;
}

/** The answer to an authorization over one protocol. */
export interface ProtocolResponse {
  readonly code: string;
  readonly reason: string;
  readonly isApprovalCode: boolean;
  readonly settlementDate: string;
}

export interface ResponsePair {
  readonly http: ProtocolResponse;
  readonly iso: ProtocolResponse;
  /** Whether a repeat over each protocol got the first answer. */
  readonly areRepeatsEqual: boolean;
}

export async function issueAccountPair(server: TestServer): Promise<AccountPair> {
  const issue = () => issueFamily(server, 2, '20000.00');
  return { http: await issue(), iso: await issue(), approved: [] };
}

/** Makes the same change to both accounts. */
export async function changeBoth(server: TestServer, { http, iso }: AccountPair, seed: number): Promise<void> {
  for (const { accountNumber, cards } of [http, iso]) {
    const random = seededRandom(seed);
    await changeControls(server, random, accountNumber, random.pick(cards), []);
  }
}

export async function allowBoth(server: TestServer, { http, iso }: AccountPair): Promise<void> {
  for (const { accountNumber, cards } of [http, iso]) await allowAll(server, accountNumber, cards);
}

/** Sends the same random authorization over both protocols, sometimes twice. */
export async function authorizeBoth(
  server: TestServer,
  client: IsoClient,
  pair: AccountPair,
  random: Random,
): Promise<ResponsePair> {
  const sent = drawMessages(pair, random, server.clock.now());
  const [http, iso] = await Promise.all([authorize(server, sent.http), client.exchange(sent.iso)]);
  const answers = { http: ofHttp(http.json), iso: ofIso(iso) };
  if (answers.http.code === '00' && answers.iso.code === '00') pair.approved.push(sent);
  if (!random.oneIn(20)) return { ...answers, areRepeatsEqual: true };
  const [again, isoAgain] = await Promise.all([
    authorize(server, sent.http),
    client.exchange(variant(sent.iso, '0101')),
  ]);
  const areRepeatsEqual =
    again.text === http.text && JSON.stringify(isoAgain.toObject()) === JSON.stringify(iso.toObject());
  return { ...answers, areRepeatsEqual };
}

function drawMessages(pair: AccountPair, random: Random, now: Date): SentToBoth {
  const card = random.below(2);
  const minor = String(random.from(0, 40_000)).padStart(12, '0');
  const time = now.toISOString().replace(/\D/g, '');
  const fields = {
    ...randomFields(random),
    Transaction_Amount: minor,
    Transaction_Amount_Cardholder_Billing: minor,
    Transmission_Date_Time: time.slice(0, 14),
    Capture_Date: time.slice(0, 8),
    ...(random.oneIn(40) && { Card_Expiry_Date: '2901' }),
  };
  const http = ecommerceMessage(pair.http.cards[card]!, fields);
  const iso = new Message('0100', {
    ...toIso8583Fields(http as Record<string, string>),
    2: pair.iso.cards[card]!.cardNumber,
    37: String(Number(http.Retrieval_Reference_Number) + ISO_REFERENCES),
  });
  return { http, iso };
}

function ofHttp(json: Record<string, unknown>): ProtocolResponse {
  return {
    code: String(json.Action_Code),
    reason: String(json.Additional_Response_Data).trim(),
    isApprovalCode: /^\d{6}$/.test(String(json.Approval_Code)),
    settlementDate: String(json.Settlement_Date).slice(4),
  };
}

function ofIso(response: Message): ProtocolResponse {
  return {
    code: response.get(39) ?? '',
    reason: response.get(44) ?? 'APPROVED',
    isApprovalCode: /^\d{6}$/.test(response.get(38) ?? ''),
    settlementDate: response.get(15) ?? '',
  };
}

/** Reverses or completes an approved message over both protocols, in full or in part. */
export async function endBoth(server: TestServer, client: IsoClient, pair: AccountPair, random: Random): Promise<void> {
  if (pair.approved.length === 0) return;
  const [{ http, iso }] = pair.approved.splice(random.below(pair.approved.length), 1) as [SentToBoth];
  const reserved = Number(http.Transaction_Amount_Cardholder_Billing);
  const isInPart = reserved > 1 && random.oneIn(2);
  const minor = isInPart ? random.from(1, reserved - 1) : reserved;
  const what = random.pick(['reversal', 'reversal', 'completion'] as const);
  const digits = (value: number) => String(value).padStart(12, '0');
  const amounts =
    what === 'completion'
      ? { 4: digits(minor), ...(iso.has(6) && { 6: digits(minor) }) }
      : isInPart && { 95: `${digits(reserved - minor)}${'0'.repeat(12)}C00000000C00000000` };
  const message = variant(iso, what === 'reversal' ? '0420' : '0220', { 90: originalOf(iso), ...amounts });
  await Promise.all([
    server.request({
      method: 'POST',
      url: `/V2/authorizations/${http.Retrieval_Reference_Number}/${what}`,
      as: 'demo-network',
      payload: isInPart ? { amount: (minor / 100).toFixed(2) } : {},
    }),
    client.exchange(message),
  ]);
  if (random.oneIn(2)) await client.exchange(variant(message, what === 'reversal' ? '0421' : '0221'));
}
