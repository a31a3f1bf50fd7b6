import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setControls } from '../../../testing/cards/card-control.ts';
import {
  authorize,
  balances,
  ecommerceMessage,
  type IssuedCard,
  issueCard,
} from '../../../testing/cards/issued-cards.ts';
import { lockAccountOf } from '../../../testing/database/lock-account.ts';
import { fileServer } from '../../../testing/test-server.ts';

describe('an account that another session has locked', () => {
  let other: pg.Client;
  const server = fileServer({ CARDWRIGHT_AUTHORIZATION_LANES: '1' });
  beforeAll(async () => {
    other = new pg.Client(server.db.connection);
    await other.connect();
  });
  afterEach(async () => void (await other.query('rollback')));
  afterAll(async () => {
    await other?.end();
  });

  const lock = async (card: IssuedCard, what?: 'account_settings') => {
    await other.query('begin');
    await lockAccountOf(other, card.accountNumber, what);
  };
  const codesOf = (answers: Awaited<ReturnType<typeof authorize>>[]) => answers.map(({ json }) => json.Action_Code);

  it('does not block other accounts, even in the same lane, and is served once it is free', async () => {
    const [lockedCard, ...others] = await Promise.all(Array.from({ length: 6 }, () => issueCard(server)));
    await lock(lockedCard!);
    let isAnswered = false;
    const pending = authorize(server, ecommerceMessage(lockedCard!)).finally(() => {
      isAnswered = true;
    });
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(others.map((card) => authorize(server, ecommerceMessage(card))));
      expect(codesOf(answers)).toEqual(['00', '00', '00', '00', '00']);
    }
    expect(isAnswered).toBe(false);
    await other.query('rollback');
    expect((await pending).json.Action_Code).toBe('00');
  });

  it('has its messages decided in the order of their arrival', async () => {
    const card = await issueCard(server, { available: '60.00' });
    await lock(card);
    const answers: Promise<Awaited<ReturnType<typeof authorize>>>[] = [];
    for (let at = 0; at < 4; at++) {
      answers.push(authorize(server, ecommerceMessage(card)));
      // this keeps them in order, and makes the later messages find the first one waiting
      await authorize(server, ecommerceMessage(await issueCard(server)));
    }
    await other.query('rollback');
    expect(codesOf(await Promise.all(answers))).toEqual(['00', '00', '51', '51']);
    expect(await balances(server, card.accountNumber)).toBe('10.00 50.00 60.00');
  });

  it('still has the responses of its decided messages replayed', async () => {
    const card = await issueCard(server);
    const message = ecommerceMessage(card);
    const first = await authorize(server, message);
    await lock(card);
    const again = await authorize(server, message);
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('blocks no message if only its settings are locked, which an approval would change', async () => {
    const [card, ...others] = await Promise.all(Array.from({ length: 12 }, () => issueCard(server)));
    await setControls(server, card!, { ecomStatus: 'ON_FOR_ONE' });
    await lock(card!, 'account_settings');
    let isAnswered = false;
    const pending = authorize(server, ecommerceMessage(card!)).finally(() => {
      isAnswered = true;
    });
    const answers = await Promise.all(others.map((each) => authorize(server, ecommerceMessage(each))));
    expect(new Set(codesOf(answers))).toEqual(new Set(['00']));
    expect(isAnswered).toBe(false);
    await other.query('rollback');
    expect((await pending).json.Action_Code).toBe('00');
    expect((await authorize(server, ecommerceMessage(card!))).json.Action_Code).toBe('57');
  });
});
