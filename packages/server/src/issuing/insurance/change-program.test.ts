import { describe, expect, it } from 'vitest';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import type { Configuration } from '../../host/configuration/configuration-schema.ts';
import { DEMO_CONFIGURATION } from '../../host/sandbox/index.ts';
import { setCardStatus } from '../../testing/cards/card-control.ts';
import {
  ACTIVE,
  BY_CARDHOLDER,
  BY_UNDERWRITER,
  changeInsurance,
  type InsuranceChange,
  insurance,
  listInsurance,
} from '../../testing/cards/insurance.ts';
import { authorize, ecommerceMessage, type IssuedCard, issueCard } from '../../testing/cards/issued-cards.ts';
import { type Answer, fileServer } from '../../testing/test-server.ts';

const server = fileServer();

const change = (card: IssuedCard, code: string, requested: InsuranceChange) =>
  changeInsurance(server, card.exid, code, requested);

/** Returns the status of each program of an answer, such as `ACTIVE F In force`. */
function statesOf({ json }: Answer): string[] {
  const products = json.insurance_products as { is_active: string; status_code: string; status_name: string }[];
  return products.map(({ is_active, status_code, status_name }) => `${is_active} ${status_code} ${status_name}`);
}

/** Returns a failure as `HTTP error_code detail`. */
const failureOf = ({ status, json }: Answer) => `${status} ${json.error_code} ${json.detail}`;

const IN_FORCE = 'ACTIVE F In force';
const BY_INSURED = 'CANCELLED R Canceled at the request of the insured party';
const BY_INSURER = 'CANCELLED U Canceled at the request of the underwriter';

/** Returns the history of a card's program as `from>to`, oldest first. */
async function historyOf(card: IssuedCard, code: string): Promise<string[]> {
  const rows = await server.db.sql<{ change: string }>(
    `select coalesce(from_status, '-') || '>' || to_status as change
       from insurance_history h join card_directory d on d.account_id = h.account_id and d.card_id = h.card_id
      where d.exid = $1 and h.code = $2 order by version`,
    [card.exid, code],
  );
  return rows.map((row) => row.change);
}

async function setStatus(card: IssuedCard, value: string): Promise<void> {
  expect((await setCardStatus(server, card.exid, value)).exception.error_code).toBe('000');
}

describe('insurance management', () => {
  it('enrols, cancels for either party and reinstates, with the texts of the specification', async () => {
    const card = await issueCard(server);
    const steps: [InsuranceChange, string][] = [
      [ACTIVE, IN_FORCE],
      [BY_CARDHOLDER, BY_INSURED],
      [ACTIVE, IN_FORCE],
      [BY_UNDERWRITER, BY_INSURER],
      [ACTIVE, IN_FORCE],
    ];
    for (const [requested, expected] of steps) {
      const answer = await change(card, '01', requested);
      expect(answer.status).toBe(200);
      expect(statesOf(answer)).toEqual([expected]);
      expect(statesOf(await listInsurance(server, card.exid))).toEqual([expected]);
    }
    expect(await historyOf(card, '01')).toEqual(['->F', 'F>R', 'R>F', 'F>U', 'U>F']);
  });

  it('returns the card identifier as sent, and only the changed program', async () => {
    const card = await issueCard(server);
    await change(card, '02', ACTIVE);
    const path = `/cards/${card.cardNumber}/insurances/01?card_identify_type=CONTRACT_NUMBER`;
    const answer = await insurance(server, 'PATCH', path, { body: ACTIVE });
    expect(answer.json).toEqual({
      card_identifier_id: card.masked,
      card_identifier_type: 'CONTRACT_NUMBER',
      insurance_products: [expect.objectContaining({ code: '01', name: 'Credit Shield', is_active: 'ACTIVE' })],
    });
    expect(statesOf(await listInsurance(server, card.exid))).toEqual([IN_FORCE, IN_FORCE]);
  });

  it('records in the history who changed what, when, from which status and to which', async () => {
    const card = await issueCard(server);
    await change(card, '03', ACTIVE);
    server.clock.advance(60_000);
    await change(card, '03', BY_CARDHOLDER);
    const rows = await server.db.sql(
      `select h.bank_id, code, version, from_status, to_status, actor, changed_at from insurance_history h
         join card_directory d on d.account_id = h.account_id and d.card_id = h.card_id
        where d.exid = $1 order by version`,
      [card.exid],
    );
    const same = { bank_id: 'DEMO', code: '03', actor: 'demo-bank' };
    expect(rows).toEqual([
      { ...same, version: 1, from_status: null, to_status: 'F', changed_at: new Date('2026-11-20T08:00:00Z') },
      { ...same, version: 2, from_status: 'F', to_status: 'R', changed_at: new Date('2026-11-20T08:01:00Z') },
    ]);
    const audited = await server.db.sql(
      `select bank_id, actor, outcome, details from audit_log
        where subject = $1 and operation = 'insurance.change-program' order by audit_id`,
      [`card:${card.exid}`],
    );
    const entry = { bank_id: 'DEMO', actor: 'demo-bank', outcome: 'program changed' };
    expect(audited).toEqual([
      { ...entry, details: { code: '03', from: null, to: 'F' } },
      { ...entry, details: { code: '03', from: 'F', to: 'R' } },
    ]);
  });

  it('succeeds without a history entry if the program already has the status', async () => {
    const card = await issueCard(server);
    for (const requested of [ACTIVE, ACTIVE, BY_UNDERWRITER, BY_UNDERWRITER]) {
      expect((await change(card, '02', requested)).status).toBe(200);
    }
    expect(await historyOf(card, '02')).toEqual(['->F', 'F>U']);
  });

  it('does not change which party cancelled a program', async () => {
    for (const [first, second, stays] of [
      [BY_CARDHOLDER, BY_UNDERWRITER, BY_INSURED],
      [BY_UNDERWRITER, BY_CARDHOLDER, BY_INSURER],
    ] as const) {
      const card = await issueCard(server);
      await change(card, '01', ACTIVE);
      await change(card, '01', first);
      const refused = await change(card, '01', second);
      expect(failureOf(refused)).toBe('409 420 The program is cancelled already, by the other party');
      expect(statesOf(await listInsurance(server, card.exid))).toEqual([stays]);
    }
  });

  it('reinstates a program unless dlq_cancel_man_reinstate is N', async () => {
    const card = await issueCard(server);
    for (const [code, outcome] of [
      ['01', 200],
      ['02', 200],
      ['03', 409],
    ] as const) {
      await change(card, code, ACTIVE);
      await change(card, code, BY_CARDHOLDER);
      expect([code, (await change(card, code, ACTIVE)).status]).toEqual([code, outcome]);
    }
    expect(failureOf(await change(card, '03', ACTIVE))).toBe('409 420 The program does not allow reinstatement');
    expect(statesOf(await listInsurance(server, card.exid))).toEqual([IN_FORCE, IN_FORCE, BY_INSURED]);
    expect(await historyOf(card, '03')).toEqual(['->F', 'F>R']);
  });

  it.each(['LOST', 'STOLEN', 'CLOSED'])(
    'enrols no %s card, and can still cancel its programs in force',
    async (status) => {
      const card = await issueCard(server);
      await change(card, '01', ACTIVE);
      await change(card, '02', ACTIVE);
      await change(card, '02', BY_CARDHOLDER);
      await setStatus(card, status);
      const refusal = `409 420 A ${status} card cannot be insured`;
      expect(failureOf(await change(card, '02', ACTIVE))).toBe(refusal);
      expect(failureOf(await change(card, '03', ACTIVE))).toBe(refusal);
      expect((await change(card, '01', ACTIVE)).status).toBe(200);
      expect((await change(card, '01', BY_UNDERWRITER)).status).toBe(200);
      expect(statesOf(await listInsurance(server, card.exid))).toEqual([BY_INSURER, BY_INSURED]);
    },
  );

  it('enrols a BLOCKED card', async () => {
    const card = await issueCard(server);
    await setStatus(card, 'BLOCKED');
    expect((await change(card, '01', ACTIVE)).status).toBe(200);
  });

  it('returns 304 for an undefined program, and for a cancellation of one that the card never held', async () => {
    const card = await issueCard(server);
    const refusal = '404 304 Insurance program not found';
    expect(failureOf(await change(card, '12', ACTIVE))).toBe(refusal);
    expect(failureOf(await change(card, '12', BY_CARDHOLDER))).toBe(refusal);
    expect(failureOf(await change(card, '01', BY_CARDHOLDER))).toBe(refusal);
    expect(failureOf(await change(card, '01', BY_UNDERWRITER))).toBe(refusal);
    expect((await listInsurance(server, card.exid)).json.insurance_products).toEqual([]);
    expect(await historyOf(card, '01')).toEqual([]);
  });

  it('does not change the facts on which authorizations depend', async () => {
    const card = await issueCard(server);
    await change(card, '01', ACTIVE);
    await change(card, '01', BY_CARDHOLDER);
    expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
  });
});

describe('the requester of a cancellation', () => {
  it.each([{}, { requested_by: null }])('is mandatory: %j returns 103 before the card is looked up', async (more) => {
    const card = await issueCard(server);
    await change(card, '01', ACTIVE);
    for (const id of [card.exid, '9999999999999999990']) {
      const answer = await changeInsurance(server, id, '01', { is_active: 'CANCELLED', ...more });
      expect(answer.status).toBe(400);
      expect(answer.json.errors).toEqual([
        { path: 'requested_by', code: '103', message: 'is mandatory with is_active CANCELLED' },
      ]);
      expect(answer.headers['contract-warnings']).toBeUndefined();
    }
    expect(statesOf(await listInsurance(server, card.exid))).toEqual([IN_FORCE]);
  });

  it.each([null, 'CARDHOLDER', 'UNDERWRITER'])('is ignored as %j with ACTIVE, without a warning', async (by) => {
    const card = await issueCard(server);
    const answer = await change(card, '01', { is_active: 'ACTIVE', requested_by: by });
    expect(statesOf(answer)).toEqual([IN_FORCE]);
    expect(answer.headers['contract-warnings']).toBeUndefined();
  });

  it.each([
    [{}, 'is_active', '103'],
    [{ is_active: '' }, 'is_active', '103'],
    [{ is_active: null }, 'is_active', '105'],
    [{ is_active: true }, 'is_active', '105'],
    [{ is_active: 'active' }, 'is_active', '106'],
    [{ is_active: 'ACTIVE', requested_by: 'BANK' }, 'requested_by', '106'],
    [{ is_active: 'ACTIVE', requested_by: '' }, 'requested_by', '106'],
    [{ is_active: 'ACTIVE', requested_by: 1 }, 'requested_by', '105'],
    [{ is_active: 'A'.repeat(33) }, 'is_active', '104'],
  ])('is checked together with is_active: %j is refused for %s with %s', async (body, path, code) => {
    const answer = await insurance(server, 'PATCH', '/cards/9000000000000000001/insurances/01', { body });
    expect(answer.json.errors).toEqual([{ path, code, message: expect.any(String) }]);
  });
});

describe('twenty concurrent insurance changes', () => {
  it('make one enrolment and one history entry for one card, and all succeed', async () => {
    const card = await issueCard(server);
    const answers = await Promise.all(Array.from({ length: 20 }, () => change(card, '01', ACTIVE)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await historyOf(card, '01')).toEqual(['->F']);
  });

  it('by both parties cancel for one of them and give the other a conflict, five times in a row', async () => {
    for (let times = 0; times < 5; times++) {
      const card = await issueCard(server);
      await change(card, '01', ACTIVE);
      const requests = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? BY_CARDHOLDER : BY_UNDERWRITER));
      const answers = await Promise.all(requests.map((requested) => change(card, '01', requested)));
      const [state] = statesOf(await listInsurance(server, card.exid));
      expect([BY_INSURED, BY_INSURER]).toContain(state);
      const winner = state === BY_INSURED ? BY_CARDHOLDER : BY_UNDERWRITER;
      expect(answers.map(({ status }) => status)).toEqual(
        requests.map((requested) => (requested === winner ? 200 : 409)),
      );
      expect(await historyOf(card, '01')).toEqual(['->F', state === BY_INSURED ? 'F>R' : 'F>U']);
    }
  });

  it('that alternate leave a history whose steps connect and end with the current status', async () => {
    const card = await issueCard(server);
    await change(card, '02', ACTIVE);
    const requests = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? BY_CARDHOLDER : ACTIVE));
    const answers = await Promise.all(requests.map((requested) => change(card, '02', requested)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const history = await historyOf(card, '02');
    const chain = history.map((step) => step.split('>'));
    for (const [at, [from]] of chain.entries()) expect(from).toBe(at === 0 ? '-' : chain[at - 1]![1]);
    const [state] = statesOf(await listInsurance(server, card.exid));
    expect(state).toBe(chain.at(-1)![1] === 'F' ? IN_FORCE : BY_INSURED);
  });

  it('apply to a card only before it is closed', async () => {
    const card = await issueCard(server);
    const early = ['01', '02', '03'].map((code) => change(card, code, ACTIVE));
    await setStatus(card, 'CLOSED');
    for (const code of ['01', '02', '03']) {
      const later = await change(card, code, ACTIVE);
      const { status } = await early[Number(code) - 1]!;
      expect(later.status).toBe(status);
    }
  });
});

describe('insurance programs of a bank', () => {
  const [demo] = DEMO_CONFIGURATION.banks;
  const apply = (programs: NonNullable<Configuration['banks'][number]['insurance_programs']>) =>
    applyConfiguration(
      server.db.database,
      { banks: [{ ...demo!, insurance_programs: programs }], oauth_clients: [] },
      { sandbox: true },
    );

  it('are updated by the configuration, and stay if it no longer names them', async () => {
    const card = await issueCard(server);
    await change(card, '01', ACTIVE);
    const [first, second, third] = demo!.insurance_programs!;
    await apply([
      { ...second!, name: 'Purchase Protection Plus' },
      { ...third!, code: '11' },
    ]);
    for (const code of ['02', '11']) expect((await change(card, code, ACTIVE)).status).toBe(200);
    const { json } = await listInsurance(server, card.exid);
    const products = json.insurance_products as { code: string; name: string }[];
    expect(products.map(({ code, name }) => `${code} ${name}`)).toEqual([
      '01 Credit Shield',
      '02 Purchase Protection Plus',
      '11 Travel Care',
    ]);
    await apply([first!, second!, third!]);
  });
});
