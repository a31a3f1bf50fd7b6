import { signTestMessage } from '@cardwright/sdk';
import { authorize, cardBody, ecommerceMessage, issueCard, luhnNumber, type Sender } from '../cards/issued-cards.ts';
import { provision } from '../cards/tokens.ts';
import { merchantBody, newId, onboard, requestOf } from '../merchants/merchants.ts';
import { notification } from '../notifications.ts';
import { type Answer, nextMsgId, type TestServer } from '../test-server.ts';

/** A request that can be repeated, and a similar request that asks for something else. */
export interface RepeatableRequest {
  readonly name: string;
  same(through: Sender): Promise<Answer>;
  changed(through: Sender): Promise<Answer>;
  /** The code with which the changed request is refused. */
  readonly refusal: string;
}

/** Returns one request of each kind that a keyed hash recognizes. `secret` signs notifications to a bank. */
export async function repeatableRequests(server: TestServer, secret: string): Promise<RepeatableRequest[]> {
  const card = await issueCard(server, { available: '1000.00' });
  const message = ecommerceMessage(card);
  await authorize(server, message, 'reading-network');
  return [
    creation(cardBody(card, { card_number: luhnNumber('400000'), card_expiry_date: '3012' })),
    authorization('an authorization', message, '94'),
    authorization(
      'one of an unknown card',
      ecommerceMessage({ cardNumber: luhnNumber('400000'), expiry: '3012' }),
      '14',
    ),
    reversal(String(message.Retrieval_Reference_Number)),
    provisioning(card.exid),
    onboarding(),
    received(secret),
  ];
}

function creation(body: Record<string, unknown>): RepeatableRequest {
  const header = { msg_id: nextMsgId() };
  const send = async (through: Sender, more: Record<string, unknown>) =>
    (await through.envelope('cards.create-card', { ...body, ...more }, { header })).http;
  return {
    name: 'an envelope',
    same: (through) => send(through, {}),
    changed: (through) => send(through, { card_expiry_date: '3011' }),
    refusal: '108',
  };
}

function authorization(name: string, message: Record<string, unknown>, refusal: string): RepeatableRequest {
  return {
    name,
    same: (through) => authorize(through, message, 'reading-network'),
    changed: (through) =>
      authorize(through, { ...message, Transaction_Amount_Cardholder_Billing: '000000002600' }, 'reading-network'),
    refusal,
  };
}

function reversal(reference: string): RepeatableRequest {
  const headers = { 'idempotency-key': newId('REVERSAL') };
  const send = (through: Sender, amount: string) =>
    through.request({
      method: 'POST',
      url: `/V2/authorizations/${reference}/reversal`,
      as: 'reading-network',
      headers,
      payload: { amount },
    });
  return {
    name: 'a reversal',
    same: (through) => send(through, '10.00'),
    changed: (through) => send(through, '5.00'),
    refusal: '110',
  };
}

function provisioning(exid: string): RepeatableRequest {
  const headers = { 'idempotency-key': newId('TOKEN') };
  return {
    name: 'a token',
    same: (through) => provision(through, exid, {}, { headers }),
    changed: (through) => provision(through, exid, { device_type: 'WATCH' }, { headers }),
    refusal: '110',
  };
}

function onboarding(): RepeatableRequest {
  const [id, requestId] = [newId('M'), newId('R')];
  return {
    name: 'a merchant',
    same: (through) => onboard(through, requestOf([merchantBody(id)], {}, requestId)),
    changed: (through) => onboard(through, requestOf([merchantBody(id, { trn: '100000000000009' })], {}, requestId)),
    refusal: '407',
  };
}

function received(secret: string): RepeatableRequest {
  const message = notification();
  const send = (through: Sender, more: object) => {
    const { headers, body } = signTestMessage({ secret, notification: { ...message, ...more } });
    return through.request({ method: 'POST', url: '/V2/webhook/TokenNotification', headers, payload: body });
  };
  return {
    name: 'a notification',
    same: (through) => send(through, {}),
    changed: (through) => send(through, { timestamp: '2026-11-20T07:59:57Z' }),
    refusal: '94',
  };
}
