import { describe, expect, it } from 'vitest';
import { anotherServer } from '../../testing/another-server.ts';
import { ACTIVE, changeInsurance, listInsurance } from '../../testing/cards/insurance.ts';
import {
  addCard,
  ecommerceMessage,
  type IssuedCard,
  issueAccount,
  issueCard,
} from '../../testing/cards/issued-cards.ts';
import { provision } from '../../testing/cards/tokens.ts';
import { backtest } from '../../testing/decisions/backtests.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { type EnvelopeOptions, fileServer } from '../../testing/test-server.ts';

const first = fileServer();
const second = fileResource(() => anotherServer(first));

function changeStatus(id: string, value: string, more: EnvelopeOptions & { type?: string } = {}) {
  const named = { card_identifier_id: id, card_identifier_type: more.type ?? 'EXID' };
  return first.envelope('cards.change-status', { ...named, status: { type: 'card_status', value } }, more);
}

async function replaced(exid: string): Promise<string> {
  const { exception, body } = await changeStatus(exid, 'REPLACED');
  expect(exception.error_code).toBe('000');
  return body.replacement.card_identifier_id;
}

async function details(exid: string) {
  const named = { card_identifier_id: exid, card_identifier_type: 'EXID' };
  return (await first.envelope('cards.enquire-card', named)).body;
}

function restrict(exid: string, type = 'ECOM') {
  return first.envelope('restrictions.set-restriction', {
    card_identifier_id: exid,
    card_identifier_type: 'EXID',
    restriction: { restriction_type: type, isAllowed: false },
  });
}

async function restrictionsOf(exid: string) {
  const named = { card_identifier_id: exid, card_identifier_type: 'EXID' };
  return (await first.envelope('restrictions.enquire-restrictions', named)).body;
}

/** Sends a message to one server, and returns the action code and the reason. */
async function use(card: IssuedCard, fields: Record<string, unknown> = {}, app = first.server.app) {
  return await send(ecommerceMessage(card, fields), app);
}

async function send(payload: Record<string, unknown>, app = first.server.app): Promise<string> {
  const headers = { authorization: `Bearer ${await first.token('demo-network')}` };
  const answer = await app.inject({ method: 'POST', url: '/V2/authorizations/Ecommerce', headers, payload });
  const { Action_Code: code, Additional_Response_Data: reason } = answer.json();
  return `${code} ${String(reason).trim()}`;
}

const NEW_PLASTIC = { Card_Expiry_Date: '3111', Card_Sequence_Number: '002' };

describe('a REPLACED card', () => {
  it('has a final status, and the same answer returns the next card under its number', async () => {
    const card = await issueCard(first);
    const { body } = await changeStatus(card.exid, 'REPLACED');
    expect(body).toEqual({
      card_identifier_id: card.exid,
      card_identifier_type: 'EXID',
      status: { type: 'card_status', value: 'REPLACED' },
      replacement: {
        card_identifier_id: expect.stringMatching(/^9\d{18}$/),
        card_identifier_type: 'EXID',
        card_expiry_date: '3111',
        card_sequence_number: '002',
      },
    });
    const next = body.replacement.card_identifier_id;
    expect(next).not.toBe(card.exid);
    const old = await details(card.exid);
    expect(old).toMatchObject({
      card_status: 'REPLACED',
      card_sequence_number: '001',
      card_expiry_date: '3012',
      replacement_card_identifier_id: next,
    });
    const { replacement_card_identifier_id: _, ...same } = old;
    expect(await details(next)).toEqual({
      ...same,
      card_identifier_id: next,
      card_status: 'ACTIVE',
      card_sequence_number: '002',
      card_expiry_date: '3111',
    });
  });

  it('refuses every later change under its EXID, and returns the current card if it is replaced again', async () => {
    const { exid } = await issueCard(first);
    const next = await replaced(exid);
    for (const requested of ['ACTIVE', 'BLOCKED', 'LOST', 'STOLEN', 'CLOSED']) {
      const { exception } = await changeStatus(exid, requested);
      expect(exception).toMatchObject({ error_code: '420', error_description: 'A REPLACED card stays REPLACED' });
    }
    expect((await changeStatus(exid, 'REPLACED')).body.replacement.card_identifier_id).toBe(next);
    expect((await restrict(exid)).exception.error_code).toBe('420');
    expect(await changeInsurance(first, exid, '01', ACTIVE)).toMatchObject({
      status: 409,
      json: { error_code: '420', detail: expect.stringContaining('A REPLACED card keeps no insurance') },
    });
    expect(await provision(first, exid)).toMatchObject({ status: 409, json: { error_code: '420' } });
    const third = await replaced(next);
    expect(await details(exid)).toMatchObject({ replacement_card_identifier_id: third });
    expect((await changeStatus(exid, 'REPLACED')).body.replacement).toMatchObject({
      card_identifier_id: third,
      card_sequence_number: '003',
    });
  });

  it.each(['LOST', 'STOLEN', 'CLOSED'])('cannot have been %s before, because that status is final', async (status) => {
    const { exid } = await issueCard(first);
    await changeStatus(exid, status);
    expect((await changeStatus(exid, 'REPLACED')).exception).toMatchObject({
      error_code: '420',
      error_description: `A ${status} card stays ${status}`,
    });
  });

  it('passes its BLOCKED status to the next card', async () => {
    const { exid } = await issueCard(first);
    await changeStatus(exid, 'BLOCKED');
    expect(await details(await replaced(exid))).toMatchObject({ card_status: 'BLOCKED' });
  });

  it('is replaced once by twenty concurrent requests, which all return the same next card', async () => {
    const { exid } = await issueCard(first);
    const answers = await Promise.all(Array.from({ length: 20 }, () => changeStatus(exid, 'REPLACED')));
    const next = new Set(answers.map(({ body }) => body.replacement.card_identifier_id));
    expect(next.size).toBe(1);
    expect(await details([...next][0]!)).toMatchObject({ card_sequence_number: '002' });
  });

  it('has no successor after sequence number 999', async () => {
    const { exid } = await issueCard(first);
    await first.db.sql("update cards set sequence_number = '999' where exid = $1", [exid]);
    expect((await changeStatus(exid, 'REPLACED')).exception).toMatchObject({
      error_code: '420',
      error_description: 'The card has the last sequence number',
    });
  });
});

describe('the replacement of a card', () => {
  it('is found by the number on every server that cached the old card, whose plastic is refused', async () => {
    const card = await issueCard(first);
    for (const app of [first.server.app, second.app]) expect(await use(card, {}, app)).toBe('00 APPROVED');
    await replaced(card.exid);
    for (const app of [first.server.app, second.app]) {
      expect(await use(card, {}, app)).toBe('54 EXPIRY_MISMATCH');
      expect(await use(card, { Card_Expiry_Date: '3111' }, app)).toBe('05 SEQUENCE_MISMATCH');
      expect(await use(card, NEW_PLASTIC, app)).toBe('00 APPROVED');
      const masked = { CARD_NUMBER: card.masked.replaceAll('X', '*') };
      expect(await use(card, masked, app)).toBe('54 EXPIRY_MISMATCH');
      expect(await use(card, { ...masked, ...NEW_PLASTIC }, app)).toBe('00 APPROVED');
    }
  });

  it('has every restriction of the old card with its history, on every server', async () => {
    const card = await issueCard(first);
    expect((await restrict(card.exid)).exception.error_code).toBe('000');
    expect(await use(card, {}, second.app)).toBe('62 RESTRICTED_ECOM');
    const before = await restrictionsOf(card.exid);
    const next = await replaced(card.exid);
    for (const app of [first.server.app, second.app]) {
      expect(await use(card, NEW_PLASTIC, app)).toBe('62 RESTRICTED_ECOM');
    }
    expect(await restrictionsOf(next)).toEqual({ ...before, card_identifier_id: next });
    expect(await restrictionsOf(card.exid)).toEqual(before);
    expect(before.history).toHaveLength(1);
  });

  it('has every restriction that was set during the replacement', async () => {
    for (let round = 0; round < 10; round++) {
      const card = await issueCard(first);
      const [, answered] = await Promise.all([replaced(card.exid), restrict(card.exid)]);
      const { replacement_card_identifier_id: next } = await details(card.exid);
      const types = (await restrictionsOf(next)).restrictions.map((entry: { restriction_type: string }) => [
        entry.restriction_type,
      ]);
      expect(types).toEqual(answered.exception.error_code === '000' ? [['ECOM']] : []);
    }
  });

  it('has the insurance of the old card, which both EXIDs show', async () => {
    const card = await issueCard(first);
    expect((await changeInsurance(first, card.exid, '01', ACTIVE)).status).toBe(200);
    const { insurance_products: before } = (await listInsurance(first, card.exid)).json;
    const next = await replaced(card.exid);
    expect((await listInsurance(first, next)).json.insurance_products).toEqual(before);
    expect((await listInsurance(first, card.exid)).json.insurance_products).toEqual(before);
    expect(before).toMatchObject([{ code: '01', is_active: 'ACTIVE' }]);
  });

  it('has the unchanged tokens of the old card, which both EXIDs show', async () => {
    const card = await issueCard(first);
    const { token_reference: reference } = (await provision(first, card.exid)).json;
    const next = await replaced(card.exid);
    for (const exid of [card.exid, next]) {
      const url = `/V2/tokens?card_identifier_id=${exid}`;
      const { json } = await first.request({ method: 'GET', url, as: 'demo-bank' });
      expect(json.tokens).toMatchObject([{ token_reference: reference, card_identifier_id: next }]);
    }
  });

  it('does not change the answer to a repeated message of the old card', async () => {
    const card = await issueCard(first, { available: '30.00' });
    const message = ecommerceMessage(card);
    expect(await send(message)).toBe('00 APPROVED');
    await replaced(card.exid);
    expect(await send(message)).toBe('00 APPROVED');
    expect(await send(message, second.app)).toBe('00 APPROVED');
    const rows = await first.db.sql('select count(*) from authorizations where retrieval_reference = $1', [
      message.Retrieval_Reference_Number,
    ]);
    expect(rows).toEqual([{ count: '1' }]);
  });

  it('leaves earlier authorizations under their EXIDs, and reproducible by a backtest', async () => {
    const account = await issueAccount(first, { available: '1000.00' });
    const card = await addCard(first, account);
    const references: unknown[] = [];
    const spend = async (fields: Record<string, unknown>) => {
      const message = ecommerceMessage(card, fields);
      references.push(message.Retrieval_Reference_Number);
      return await send(message);
    };
    expect(await spend({})).toBe('00 APPROVED');
    first.clock.advance(1_000);
    const second = await replaced(card.exid);
    first.clock.advance(1_000);
    expect(await spend(NEW_PLASTIC)).toBe('00 APPROVED');
    expect(await spend({})).toBe('54 EXPIRY_MISMATCH');
    first.clock.advance(1_000);
    const third = await replaced(second);
    first.clock.advance(1_000);
    expect(await spend({ ...NEW_PLASTIC, Card_Sequence_Number: '003' })).toBe('00 APPROVED');
    const exids = await Promise.all(
      references.map(async (reference) => {
        const url = `/V2/authorizations/${reference}`;
        return (await first.request({ method: 'GET', url, as: 'demo-bank' })).json.card_identifier_id;
      }),
    );
    expect(exids).toEqual([card.exid, second, second, third]);
    const { json } = await backtest(first, account.accountNumber);
    expect(json).toMatchObject({ decisions: 4, identical: 4, changed: 0 });
  });

  it('waits for embossing instead of the old card if it is physical, and not at all if it is virtual', async () => {
    const account = await issueAccount(first);
    const virtual = await addCard(first, account);
    await replaced(virtual.exid);
    expect(await queued(account.accountNumber)).toEqual([]);
    await first.db.sql("update cards set card_form = 'P' where exid = $1", [
      (await details(virtual.exid)).replacement_card_identifier_id,
    ]);
    await replaced((await details(virtual.exid)).replacement_card_identifier_id);
    expect(await queued(account.accountNumber)).toEqual([{ sequence_number: '003', reason: 'REPLACEMENT' }]);
  });

  it('appears in the audit log, as does the end of the old card', async () => {
    const { exid } = await issueCard(first);
    const next = await replaced(exid);
    const rows = await first.db.sql(
      `select subject, outcome, details from audit_log where subject = any($1) and operation = 'cards.change-status'
        order by audit_id`,
      [[`card:${exid}`, `card:${next}`]],
    );
    expect(rows).toMatchObject([
      {
        subject: `card:${exid}`,
        outcome: 'status changed',
        details: { from: 'ACTIVE', to: 'REPLACED', replacement: next },
      },
      { subject: `card:${next}`, outcome: 'created', details: { replaces: exid } },
    ]);
  });
});

function queued(accountNumber: string) {
  return first.db.sql(
    `select q.sequence_number, q.reason from embossing_queue q join accounts a on a.account_id = q.account_id
      where a.account_number = $1 order by q.queue_id`,
    [accountNumber],
  );
}
