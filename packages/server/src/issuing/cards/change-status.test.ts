import { describe, expect, it } from 'vitest';
import { addCard, authorize, ecommerceMessage, issueAccount, issueCard } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { type EnvelopeOptions, fileServer } from '../../testing/test-server.ts';

const STATUSES = ['ACTIVE', 'BLOCKED', 'LOST', 'STOLEN', 'CLOSED'];
const FINAL = ['LOST', 'STOLEN', 'CLOSED'];

describe('changing the status of a card', () => {
  const server = fileServer();
  const account = fileResource(() => issueAccount(server));

  const change = (id: string, value: string, more: EnvelopeOptions & { type?: string } = {}) =>
    server.envelope(
      'cards.change-status',
      {
        card_identifier_id: id,
        card_identifier_type: more.type ?? 'EXID',
        status: { type: 'card_status', value },
      },
      more,
    );
  const statusOf = async (exid: string) => {
    const named = { card_identifier_id: exid, card_identifier_type: 'EXID' };
    return (await server.envelope('cards.enquire-card', named)).body.card_status;
  };

  for (const from of STATUSES) {
    it(`moves a ${from} card only to permitted statuses`, async () => {
      for (const to of STATUSES) {
        const { exid } = await addCard(server, account);
        expect((await change(exid, from)).exception.error_code).toBe('000');
        const { http, header, exception, body } = await change(exid, to);
        if (FINAL.includes(from) && from !== to) {
          expect(http.status).toBe(409);
          expect(exception).toMatchObject({ error_code: '420', error_description: `A ${from} card stays ${from}` });
          expect(await statusOf(exid), `${from} to ${to}`).toBe(from);
        } else {
          expect(header.msg_function).toBe('REP_CARD_STATUS_CHANGE');
          expect(body).toEqual({
            card_identifier_id: exid,
            card_identifier_type: 'EXID',
            status: { type: 'card_status', value: to },
          });
          expect(await statusOf(exid), `${from} to ${to}`).toBe(to);
        }
      }
    });
  }

  it('returns the identifier as sent, or a card number masked', async () => {
    const card = await addCard(server, account);
    const byNumber = await change(card.cardNumber, 'BLOCKED', { type: 'CONTRACT_NUMBER' });
    expect(byNumber.body).toMatchObject({ card_identifier_id: card.masked, card_identifier_type: 'CONTRACT_NUMBER' });
    const byMask = await change(card.masked.replaceAll('X', '*'), 'ACTIVE', { type: 'CONTRACT_NUMBER' });
    expect(byMask.body.card_identifier_id).toBe(card.masked.replaceAll('X', '*'));
    expect(await statusOf(card.exid)).toBe('ACTIVE');
  });

  it('records in the audit log who changed the status, from which value and to which', async () => {
    const { exid } = await addCard(server, account);
    await change(exid, 'BLOCKED');
    await change(exid, 'STOLEN');
    await change(exid, 'ACTIVE');
    const rows = await server.db.sql(
      `select actor, outcome, details from audit_log where subject = $1 and operation = 'cards.change-status'
        order by audit_id`,
      [`card:${exid}`],
    );
    expect(rows).toEqual([
      { actor: 'demo-bank', outcome: 'status changed', details: { from: 'ACTIVE', to: 'BLOCKED' } },
      { actor: 'demo-bank', outcome: 'status changed', details: { from: 'BLOCKED', to: 'STOLEN' } },
      {
        actor: 'demo-bank',
        outcome: 'refused',
        details: { code: '420', path: '/V2/cardservices/CardStatusUpdate', reason: 'A STOLEN card stays STOLEN' },
      },
    ]);
  });

  it('sets exactly one of two final statuses that are requested concurrently, ten times each', async () => {
    for (let times = 0; times < 5; times++) {
      const { exid } = await addCard(server, account);
      const requests = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'LOST' : 'STOLEN'));
      const answers = await Promise.all(requests.map((requested) => change(exid, requested)));
      const winner = await statusOf(exid);
      expect(FINAL).toContain(winner);
      const expected = requests.map((requested) => (requested === winner ? '000' : '420'));
      expect(answers.map(({ exception }) => exception.error_code)).toEqual(expected);
    }
  });

  it('takes effect before it is answered: no later authorization is approved', async () => {
    const card = await issueCard(server, { available: '1000.00' });
    expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
    const early = Array.from({ length: 20 }, () => authorize(server, ecommerceMessage(card)));
    const blocked = change(card.exid, 'BLOCKED');
    expect((await blocked).exception.error_code).toBe('000');
    const late = await Promise.all(Array.from({ length: 20 }, () => authorize(server, ecommerceMessage(card))));
    expect(late.map(({ json }) => json.Action_Code)).toEqual(Array(20).fill('62'));
    for (const { json } of await Promise.all(early)) expect(['00', '62']).toContain(json.Action_Code);
    await change(card.exid, 'ACTIVE');
    expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
  });

  it.each([
    [{ type: 'card_status', value: 'active' }, 'body.status.value', '106'],
    [{ type: 'account_status', value: 'ACTIVE' }, 'body.status.type', '106'],
    [{ type: 'card_status' }, 'body.status.value', '103'],
  ])('refuses the status %j', async (status, path, code) => {
    const { exid } = await addCard(server, account);
    const named = { card_identifier_id: exid, card_identifier_type: 'EXID' };
    const { body } = await server.envelope('cards.change-status', { ...named, status });
    expect(body.errors).toEqual([{ path, code, message: expect.any(String) }]);
  });
});
