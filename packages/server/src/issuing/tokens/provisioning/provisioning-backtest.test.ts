import { randomInt, randomUUID } from 'node:crypto';
import type { JsonObject } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { authorize, ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import { backtestBank, readBacktestRun } from '../../../testing/decisions/bank-backtests.ts';
import { type Answer, fileServer } from '../../../testing/test-server.ts';

/** Random requests that are replayed; a large run sets the variable. */
const RANDOM_REQUESTS = Number(process.env.CARDWRIGHT_PROVISIONING_REPLAYS ?? 150);

const server = fileServer();

const send = (path: string, payload: Record<string, unknown>, as = 'demo-bank', method = 'POST'): Promise<Answer> =>
  server.request({ method: method as 'POST', url: `/V2${path}`, as, payload });
const trusted = { scores: { account: 5, device: 5 } };

async function request(exid: string, more: Record<string, unknown> = {}): Promise<JsonObject> {
  const fields = { card: exid, requestor_id: 'R-1', requestor_name: 'Example Pay', ...trusted, ...more };
  return (await send('/tokens/provisioning', { provisioning_id: randomUUID(), ...fields }, 'demo-network')).json;
}

const foreign = { field: 'isForeignDevice', op: 'eq', value: true };
const declineForeign = { rules: [{ name: 'FOREIGN_DEVICE', condition: foreign, effect: 'decline' }] };

async function backtest(provisioning: object | undefined, accounts: string[], more: object = {}): Promise<JsonObject> {
  const proposal = { ...(provisioning !== undefined && { provisioning }), ...more };
  const { result } = await backtestBank(server, { proposal, accounts });
  const { provisionings } = result as JsonObject;
  // a backtest of one account gives the same result
  const [account] = accounts;
  if (accounts.length === 1) {
    const { json } = await send(`/accounts/${account}/backtest`, proposal);
    expect(json.provisionings).toEqual(provisionings);
  }
  return provisionings as JsonObject;
}

describe('a backtest of requests for tokens', () => {
  it('shows what a rule would newly decline, approve and send for a code', async () => {
    const { exid, accountNumber } = await issueCard(server);
    await request(exid, { device: { country: 'FR' } });
    await request(exid, { device: { country: 'AE' } });
    await request(exid, { device: { country: 'AE' }, scores: { account: 1, device: 5 }, pan_source: 'APP' });
    const declined = await backtest(declineForeign, [accountNumber]);
    expect(declined).toMatchObject({
      ...{ decisions: 3, changed: 1, not_replayed: 0 },
      was: { approved: 2, approved_with_code: 1, declined: 0 },
      would_be: { approved: 1, approved_with_code: 1, declined: 1 },
      by_rule: [
        {
          was: { outcome: 'APPROVED', rule: 'APPROVED' },
          would_be: { outcome: 'DECLINED', rule: 'FOREIGN_DEVICE' },
          count: 1,
        },
      ],
      changes: [{ card_identifier_id: exid, would_be: { reason: 'RULE' }, why: { rule: 'RULES', verdict: 'REFUSE' } }],
    });
    const others = {
      rules: [
        { name: 'NEAR', condition: { field: 'deviceCountry', op: 'eq', value: 'AE' }, effect: 'require_code' },
        { name: 'FAR', condition: { field: 'deviceCountry', op: 'ne', value: 'AE' }, effect: 'approve' },
      ],
      settings: { lowScores: 'APPROVED' },
    };
    expect(await backtest(others, [accountNumber])).toMatchObject({
      changed: 3,
      would_be: { approved: 1, approved_with_code: 2, declined: 0 },
    });
  });

  it('lets a changed decision change the counts that later decisions see', async () => {
    const { exid, accountNumber } = await issueCard(server);
    const outcomes = [];
    const tokens: string[] = [];
    for (let at = 0; at < 4; at++) {
      const device = { id: `BT-${exid}`, country: at === 0 ? 'FR' : 'AE' };
      const { outcome, token_reference: token } = await request(exid, { device });
      outcomes.push(outcome);
      tokens.push(String(token));
    }
    expect(new Set(outcomes)).toEqual(new Set(['APPROVED']));
    const three = { ...declineForeign, settings: { tokensOfCard: 3 } };
    // without the first token, the fourth is one of three
    expect(await backtest(three, [accountNumber])).toMatchObject({ changed: 1 });
    expect(await backtest({ settings: { tokensOfCard: 3 } }, [accountNumber])).toMatchObject({
      changed: 1,
      changes: [{ would_be: { reason: 'TOO_MANY_TOKENS' }, why: { saw: { tokens: 3, most: 3 } } }],
    });
    const full = {
      rules: [{ name: 'FULL', condition: { field: 'tokensOfDevice', op: 'gte', value: 3 }, effect: 'decline' }],
    };
    expect(await backtest(full, [accountNumber])).toMatchObject({ changed: 1 });
    const both = { rules: [...declineForeign.rules, ...full.rules] };
    expect(await backtest(both, [accountNumber])).toMatchObject({
      changed: 1,
      changes: [{ would_be: { rule: 'FOREIGN_DEVICE' } }],
    });
    // declines count too: a maximum of one permits only the decline that the rule adds
    const strict = { ...declineForeign, settings: { declinesIn24h: 1 } };
    expect(await backtest(strict, [accountNumber])).toMatchObject({ would_be: { declined: 4 } });
  });

  it('restricts cards as a proposal does', async () => {
    const { exid, accountNumber } = await issueCard(server);
    await request(exid, { token_type: 'DEVICE' });
    await request(exid, { token_type: 'CLOUD' });
    const restrictions = [{ restriction_type: 'ECOM', isAllowed: false }];
    expect(await backtest(undefined, [accountNumber], { restrictions })).toMatchObject({
      changed: 1,
      changes: [{ would_be: { reason: 'RESTRICTED' } }],
    });
  });

  it('is part of the proposal of a rule, and must end before the approval', async () => {
    const { exid } = await issueCard(server);
    await request(exid, { device: { country: 'FR' } });
    const { json } = await send('/rules', {
      name: 'PROPOSED_FOREIGN',
      on: 'provisioning',
      condition: foreign,
      effect: 'decline',
    });
    const id = json.rule_id as string;
    await send(`/rules/${id}/shadow`, {});
    const proposed = await send(`/rules/${id}/propose`, { from: '2020-01-01T00:00:00Z' });
    const [version] = proposed.json.versions as JsonObject[];
    expect((await send(`/rules/${id}/approve`, { version: 1 }, 'demo-checker')).status).toBe(409);
    await server.server.backtestsIdle();
    const { result } = (await readBacktestRun(server, version!.backtest_id)).json as { result: JsonObject };
    expect(result).toMatchObject({ decisions: 0, provisionings: { changes: expect.any(Array) } });
    const { changed, decisions } = result.provisionings as Record<string, number>;
    expect(changed).toBeGreaterThan(0);
    const read = await server.request({ url: `/V2/rules/${id}`, as: 'demo-bank' });
    expect(read.json.backtest).toMatchObject({ state: 'DONE', decisions, changed });
    const list = (await server.request({ url: '/V2/backtests', as: 'demo-bank' })).json.items as JsonObject[];
    expect(list.find((run) => run.backtest_id === version!.backtest_id)).toMatchObject({ changed });
    expect((await send(`/rules/${id}/approve`, { version: 1 }, 'demo-checker')).status).toBe(200);
    await send(`/rules/${id}/retire`, {});
  });

  it(`reproduces ${RANDOM_REQUESTS} random decisions bit for bit`, async () => {
    const cards: string[] = [];
    for (let at = 0; at < Math.max(4, RANDOM_REQUESTS / 40); at++) cards.push((await issueCard(server)).exid);
    const pick = <T>(...of: readonly T[]): T => of[randomInt(of.length)]!;
    for (let at = 0; at < RANDOM_REQUESTS; at++) {
      const id = pick(undefined, `RD-${randomInt(6)}`);
      await request(pick(...cards, '00000000'), {
        token_type: pick(undefined, 'DEVICE', 'CLOUD', 'CARD_ON_FILE'),
        device: {
          ...(id !== undefined && { id }),
          country: pick('AE', 'FR'),
          number_last_digits: pick('4567', '1111'),
        },
        scores: pick({}, { account: randomInt(1, 6) }, { account: 5, device: randomInt(1, 6) }),
        wallet_account_age_days: randomInt(100),
      });
      if (at === RANDOM_REQUESTS / 2) {
        const { json } = await send('/rules', {
          name: 'HALFWAY',
          on: 'provisioning',
          condition: foreign,
          effect: 'decline',
        });
        await send(`/rules/${json.rule_id as string}/shadow`, {});
      }
    }
    const { result } = await backtestBank(server, { proposal: {} });
    const { decisions, identical, changed, not_replayed } = (result as JsonObject).provisionings as Record<
      string,
      number
    >;
    // requests for a card that no bank has are stored without a bank
    expect(decisions).toBeGreaterThan(RANDOM_REQUESTS / 2);
    expect({ identical, changed, not_replayed }).toEqual({ identical: decisions, changed: 0, not_replayed: 0 });
  });

  it('refuses unknown members, wrong effects and reserved names', async () => {
    const refused = async (provisioning: object) => {
      const answer = await send('/backtests', { proposal: { provisioning } });
      expect(answer.status, answer.text).toBe(400);
      return (answer.json.errors as { path: string }[]).map(({ path }) => path);
    };
    const rule = { name: 'FOREIGN', condition: foreign, effect: 'decline' };
    expect(await refused({ rule: [] })).toEqual(['proposal.provisioning.rule']);
    expect(await refused({ rules: [{ ...rule, name: 'ATTEMPTS' }] })).toEqual(['proposal.provisioning.rules[0].name']);
    expect(await refused({ rules: [{ ...rule, effect: '57' }] })).toEqual(['proposal.provisioning.rules[0].effect']);
    expect(await refused({ settings: { tokensOfCard: -1 } })).toEqual(['proposal.provisioning.settings.tokensOfCard']);
  });
});

describe('a preview of a request for a token', () => {
  it('assumes rules and settings', async () => {
    const { exid } = await issueCard(server);
    const fields = {
      card: exid,
      requestor_id: 'R-1',
      requestor_name: 'Example Pay',
      ...trusted,
      device: { country: 'FR' },
    };
    const preview = async (provisioning: object) =>
      (await send('/tokens/provisioning/preview', { ...fields, provisioning })).json;
    expect(await preview({})).toMatchObject({ outcome: 'APPROVED' });
    expect(await preview(declineForeign)).toMatchObject({ outcome: 'DECLINED', rule: 'FOREIGN_DEVICE' });
    expect(await preview({ settings: { tokensOfCard: 0 } })).toMatchObject({ reason: 'CARD_NOT_ELIGIBLE' });
  });
});

describe('a backtest of a bank with controls of tokens', () => {
  it('assumes them for the payments of these tokens', async () => {
    const card = await issueCard(server);
    const { token_reference: token } = await request(card.exid);
    const pay = (more: Record<string, unknown> = {}) => authorize(server, ecommerceMessage(card, more));
    expect((await pay({ Token_Reference: token })).json.Action_Code).toBe('00');
    expect((await pay()).json.Action_Code).toBe('00');
    const tokenControls = [{ token_reference: token, validUntil: '2020-01-01T00:00:00Z' }];
    const { result } = await backtestBank(server, { proposal: { tokenControls }, accounts: [card.accountNumber] });
    expect(result).toMatchObject({ decisions: 2, changed: 1, accounts_refused: 0 });
    const once = [{ token_reference: String(token).toUpperCase(), singleUse: true }];
    await pay({ Token_Reference: token });
    const single = await backtestBank(server, { proposal: { tokenControls: once } });
    expect(single.result).toMatchObject({ changed: 1, accounts_refused: 0 });
    const unknown = await send('/backtests', {
      proposal: { tokenControls: [{ ...once[0], token_reference: randomUUID() }] },
    });
    expect(unknown.json.errors).toMatchObject([{ path: 'proposal.tokenControls[0].token_reference' }]);
    const others = await send('/backtests', { proposal: { tokenControls: once } }, 'other-bank');
    expect(others.status).toBe(404);
  });
});
