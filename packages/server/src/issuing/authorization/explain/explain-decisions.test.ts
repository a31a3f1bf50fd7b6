import type { Explanation } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { restrict, reverse, setControls } from '../../../testing/cards/card-control.ts';
import { authorize, ecommerceMessage, type IssuedCard, issueCard } from '../../../testing/cards/issued-cards.ts';
import { moveOwnRule, putInForce, writeRule } from '../../../testing/decisions/bank-rules.ts';
import { fileServer, TEST_NOW } from '../../../testing/test-server.ts';

const MINUTE = 60_000;

describe('the explanation of a decision', () => {
  const server = fileServer();

  const laterBy = (minutes: number) =>
    server.clock.set(new Date(Date.parse(TEST_NOW) + minutes * MINUTE).toISOString());

  async function textsOf(reference: unknown, language = 'en', as = 'demo-bank'): Promise<Record<string, string[]>> {
    const url = `/V2/authorizations/${reference}?explain=${language}`;
    const { status, text, json } = await server.request({ method: 'GET', url, as });
    if (status !== 200) throw new Error(text);
    const texts: Record<string, string[]> = {};
    for (const { about, text: sentence } of (json.explanation as Explanation).sentences)
      texts[about] = [...(texts[about] ?? []), sentence];
    return texts;
  }

  async function send(card: IssuedCard, more: Record<string, unknown> = {}, as = 'demo-network'): Promise<string> {
    const message = ecommerceMessage(card, more);
    const answer = await authorize(server, message, as);
    expect(answer.status).toBe(200);
    return String(message.Retrieval_Reference_Number);
  }

  it('states since when the switch is off, who set it, and what an approval needs; repeated settings do not count', async () => {
    laterBy(0);
    const card = await issueCard(server, { available: '100.00' });
    await setControls(server, card, { ecomStatus: 'ON' });
    laterBy(60);
    await setControls(server, card, { ecomStatus: 'OFF', purchaseStatus: 'OFF' });
    laterBy(90);
    await setControls(server, card, { ecomStatus: 'OFF', dailyLimit: '10.00' });
    laterBy(120);
    const reference = await send(card);
    laterBy(180);
    await setControls(server, card, { ecomStatus: 'ON' });
    expect(await textsOf(reference)).toEqual({
      outcome: [
        `The payment of 25.00 AED at TEST SHOP DUBAI (United Arab Emirates) with the card ending in ${card.masked.slice(-4)} was declined on 20 Nov 2026 at 14:00 (Gulf Standard Time).`,
      ],
      reason: ['Payments in web shops are switched off for this account.'],
      saw: ['It was a purchase in a web shop, in the United Arab Emirates.'],
      setting: ['This was set by demo-bank on 20 Nov 2026 at 13:00.'],
      otherwise: ['To be approved, it would have needed payments in web shops and purchases switched on.'],
      checks: ['8 checks before it were passed, and 9 after it were not made.'],
    });
    expect(await textsOf(reference, 'ar')).toMatchObject({
      reason: ['تم إيقاف الشراء من المتاجر الإلكترونية لهذا الحساب.'],
      setting: ['حُدد ذلك بواسطة \u2068demo-bank\u2069 يوم 20 نوفمبر 2026 الساعة 13:00.'],
      otherwise: ['كان يلزم لقبولها تفعيل الشراء من المتاجر الإلكترونية والشراء.'],
    });
  });

  it('states that a switch was on for one payment, or until a time', async () => {
    laterBy(0);
    const one = await issueCard(server, { available: '100.00' });
    await setControls(server, one, { ecomStatus: 'ON_FOR_ONE' });
    const until = await issueCard(server, { available: '100.00' });
    await setControls(server, until, { ecomOnUntil: '2026-11-20T13:00:00+04:00' });
    expect((await textsOf(await send(one))).saw).toContain(
      'It was the one payment for which payments in web shops had been switched on.',
    );
    laterBy(120);
    expect((await textsOf(await send(one))).setting).toEqual([
      'It had been switched on by demo-bank on 20 Nov 2026 at 12:00 for one payment, and that payment was made.',
    ]);
    expect((await textsOf(await send(until))).setting).toEqual([
      'It had been switched on by demo-bank on 20 Nov 2026 at 12:00, until 20 Nov 2026 at 13:00.',
    ]);
  });

  it('states when a restriction of the card ends, and for a limit the remaining amount and when its window restarts', async () => {
    laterBy(0);
    const card = await issueCard(server, { available: '100.00' });
    await restrict(server, card, { restriction_type: 'ECOM', isAllowed: false, end_date: '2026-11-22' });
    expect(await textsOf(await send(card))).toMatchObject({
      reason: ['A restriction on this card refuses payments in web shops.'],
      setting: ['This was set by demo-bank on 20 Nov 2026 at 12:00, and it ends on 23 Nov 2026 at 00:00.'],
      otherwise: ['To be approved, it would have needed no restriction on payments in web shops.'],
    });
    const limitedCard = await issueCard(server, { available: '100.00' });
    await setControls(server, limitedCard, { dailyLimit: '40.00' });
    await send(limitedCard);
    expect(await textsOf(await send(limitedCard))).toMatchObject({
      saw: ['The limit is 40.00 AED; 25.00 AED had been spent, and with this payment it would have been 50.00 AED.'],
      otherwise: [
        'To be approved, it would have needed an amount of at most 15.00 AED, a limit of at least 50.00 AED or a time from 21 Nov 2026 at 00:00 on, when the count begins again.',
      ],
    });
  });

  it('reports later changes', async () => {
    laterBy(0);
    const card = await issueCard(server, { available: '100.00' });
    const reference = await send(card);
    laterBy(5);
    await reverse(server, reference, '10.00');
    expect((await textsOf(reference)).since).toEqual([
      '10.00 AED was released by a reversal on 20 Nov 2026 at 12:05.',
      '15.00 AED is still reserved.',
    ]);
  });

  it('does not show a network who set a control', async () => {
    laterBy(0);
    const card = await issueCard(server, { available: '100.00' });
    await setControls(server, card, { ecomStatus: 'OFF' });
    const reference = await send(card, {}, 'reading-network');
    expect((await textsOf(reference)).setting).toHaveLength(1);
    expect(await textsOf(reference, 'en', 'reading-network')).not.toHaveProperty('setting');
  });

  it('names the rule of the bank, what its condition evaluated and who put it in force; a network sees only the name', async () => {
    laterBy(0);
    const card = await issueCard(server, { available: '100.00' });
    const shop = { Card_Acceptor_Identification_Code: 'LOOKED-AT' };
    const condition = {
      all: [
        { field: 'merchantId', op: 'eq', value: 'LOOKED-AT' },
        { field: 'amount', op: 'gt', value: '20.00' },
        { field: 'localHour', op: 'gte', value: 12 },
        { not: { field: 'firstAtMerchant', op: 'eq', value: true } },
        { field: 'cardAgeDays', op: 'lt', value: 1 },
      ],
    };
    const { id } = await writeRule(server, condition, { name: 'LOOKED_AT' });
    await send(card, shop);
    await putInForce(server, id);
    const reference = await send(card, shop, 'reading-network');
    const texts = await textsOf(reference);
    expect(texts).toMatchObject({
      reason: ["One of the bank's own rules declines such messages: looked at, version 1."],
      saw: [
        'It evaluated: the merchant was LOOKED-AT, the amount was 25.00 AED, the hour at the bank was 12, the card had paid at the merchant before and the card was less than a day old.',
      ],
      setting: ['It was put in force by demo-checker on 20 Nov 2026 at 12:00.'],
    });
    const network = await textsOf(reference, 'en', 'reading-network');
    expect(network).toMatchObject({ reason: texts.reason });
    expect([network.saw, network.setting]).toEqual([undefined, undefined]);
    await moveOwnRule(server, id, 'retire');
    const rules = [{ name: 'ASSUMED', effect: '05', condition: condition.all[1] }];
    const payload = { message: ecommerceMessage(card, shop), rules };
    const url = '/V2/authorizations/preview?explain=en';
    const { json } = await server.request({ method: 'POST', url, as: 'demo-bank', payload });
    expect((json.explanation as Explanation).sentences.map(({ text }) => text)).toContain(
      'It evaluated: the amount was 25.00 AED.',
    );
  });

  it('is part of a preview too, with the history of current settings but not of proposed ones', async () => {
    laterBy(0);
    const card = await issueCard(server, { available: '100.00' });
    await setControls(server, card, { ecomStatus: 'OFF' });
    const preview = async (body: object) => {
      const url = '/V2/authorizations/preview?explain=en';
      const { json } = await server.request({ method: 'POST', url, as: 'demo-bank', payload: body });
      return (json.explanation as Explanation).sentences.map(({ about, text }) => `${about}: ${text}`);
    };
    const message = ecommerceMessage(card);
    expect(await preview({ message })).toEqual([
      `outcome: The payment of 25.00 AED at TEST SHOP DUBAI (United Arab Emirates) with the card ending in ${card.masked.slice(-4)} would be declined.`,
      'reason: Payments in web shops are switched off for this account.',
      'saw: It was a purchase in a web shop, in the United Arab Emirates.',
      'setting: This was set by demo-bank on 20 Nov 2026 at 12:00.',
      'otherwise: To be approved, it would need payments in web shops switched on.',
      'checks: 8 checks before it were passed, and 9 after it were not made.',
    ]);
    const sentences = await preview({ message, cardSettings: { ecomStatus: 'ON', masterStatus: 'OFF' } });
    expect(sentences.filter((line: string) => line.startsWith('setting'))).toEqual([]);
  });

  it('is written in the supported languages, and only on request', async () => {
    laterBy(0);
    const reference = await send(await issueCard(server, { available: '100.00' }));
    const url = `/V2/authorizations/${reference}`;
    expect((await server.request({ method: 'GET', url, as: 'demo-bank' })).json).not.toHaveProperty('explanation');
    const french = await server.request({ method: 'GET', url: `${url}?explain=fr`, as: 'demo-bank' });
    expect([french.status, french.json.error_code]).toEqual([400, '106']);
  });
});
