import { describe, expect, it, vi } from 'vitest';
import { amend, merchantBody, newId } from '../../testing/merchants/merchants.ts';
import { openScreening } from '../../testing/merchants/outside-screening.ts';
import {
  readApplicationOf,
  review,
  statusesOf,
  submit,
  submitAndScreen,
  uniqueMerchant,
} from '../../testing/merchants/reviews.ts';
import { fileServer, testServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';

const server = fileServer();

const hitsOf = async (applicationId: string, on = server): Promise<string[][]> => {
  const { json } = await readApplicationOf(on, applicationId);
  return json.merchants.map(
    (merchant: { screening: { hits: { check: string; path: string; message: string }[] | null } }) =>
      (merchant.screening.hits ?? []).map(({ check, path, message }) => `${check} ${path}: ${message}`),
  );
};

const loadDenyList = (csv: string, as = 'demo-reviewer') =>
  server.request({
    method: 'POST',
    url: '/V2/merchants/deny-list',
    as,
    headers: { 'content-type': 'text/csv' },
    payload: csv,
  });

describe('the built-in screening', () => {
  it('finds nothing about a merchant that has nothing in common with others', async () => {
    const { applicationId } = await submitAndScreen(server);
    expect(await hitsOf(applicationId)).toEqual([[]]);
    expect(await statusesOf(server, applicationId)).toEqual(['PENDING_APPROVAL']);
  });

  it('finds an account of another merchant, for either purpose and in either notation of an IBAN', async () => {
    const [first, second, third] = [newId('IB'), newId('IB'), newId('IB')];
    await submitAndScreen(server, [uniqueMerchant({ debitAccountNumOrIban: 'AE46 0090 0000 0012 3456 789' }, first)]);
    const { applicationId } = await submitAndScreen(server, [
      uniqueMerchant({ creditAccountNumOrIban: 'ae460090000000123456789' }, second),
    ]);
    expect(await hitsOf(applicationId)).toEqual([
      [`DUPLICATE_ACCOUNT creditAccountNumOrIban: the account is also one of merchant ${first}`],
    ]);
    const more = await submitAndScreen(server, [
      uniqueMerchant({ debitAccountNumOrIban: 'AE460090000000123456789' }, third),
    ]);
    expect(await hitsOf(more.applicationId)).toEqual([
      [`DUPLICATE_ACCOUNT debitAccountNumOrIban: the account is also one of merchants ${first}, ${second}`],
    ]);
  });

  it('checks fifty merchants at a time, and yields to authorizations after each batch', async () => {
    const left: number[] = [];
    const throttle = async () => {
      const text = `select count(*)::int as n from merchants where next_screening_at is not null`;
      left.push(...(await server.db.sql<{ n: number }>(text)).map(({ n }) => n));
    };
    const context = { clock: server.clock, logs: [], ca: '', allowPrivateAddresses: false, throttle };
    const { screening, close } = await openScreening(server, context);
    await submit(
      server,
      Array.from({ length: 120 }, () => uniqueMerchant()),
    );
    await screening.idle();
    expect(left).toEqual([70, 20, 0]);
    await close();
  });

  it('reports a TRN shared by two merchants of one request for both of them', async () => {
    const [first, second] = [newId('TR'), newId('TR')];
    const trn = '999900001111';
    const { applicationId } = await submitAndScreen(server, [
      uniqueMerchant({ trn }, first),
      uniqueMerchant({ trn }, second),
    ]);
    expect(await hitsOf(applicationId)).toEqual([
      [`DUPLICATE_TRN trn: the TRN is also that of merchant ${second}`],
      [`DUPLICATE_TRN trn: the TRN is also that of merchant ${first}`],
    ]);
  });

  it('names at most three other merchants', async () => {
    const trn = '888800002222';
    const ids = Array.from({ length: 6 }, () => newId('MANY'));
    const { applicationId } = await submitAndScreen(
      server,
      ids.map((id) => uniqueMerchant({ trn }, id)),
    );
    const hits = await hitsOf(applicationId);
    expect(hits.length).toBe(6);
    for (const [hit] of hits)
      expect(hit).toMatch(/^DUPLICATE_TRN trn: the TRN is also that of merchants (MANY-\d+, ){2}MANY-\d+ and others$/);
  });

  it('ignores rejected and closed merchants, and those of another acquirer', async () => {
    const trn = '777700003333';
    const rejected = await submitAndScreen(server, [uniqueMerchant({ trn })]);
    await review(server, rejected.applicationId, 'reject');
    const closed = await submitAndScreen(server, [uniqueMerchant({ trn })]);
    await review(server, closed.applicationId, 'review');
    await review(server, closed.applicationId, 'approve');
    await server.db.sql(`update merchants set merchant_state = 'CLOSED' where merchant_id = $1`, closed.merchantIds);
    await submit(server, [uniqueMerchant({ trn })], 'other-acquirer');
    const { applicationId } = await submitAndScreen(server, [uniqueMerchant({ trn })]);
    expect(await hitsOf(applicationId)).toEqual([[]]);
  });

  it('finds restricted categories, including those of single schemes', async () => {
    const scheme = (cardScheme: string, mcc: unknown) => ({
      cardScheme,
      tariffRate: '1.10',
      schemeOverrideValue: { dbaName: 'Night Shop', mcc },
    });
    const configurations = {
      ...(merchantBody('X').configurations as object),
      overrideDefaultSchemesMcc: true,
      acceptedCardSchemes: [scheme('AAA', 5411), scheme('BBB', 7802), scheme('CCC', '0742')],
    };
    const { applicationId } = await submitAndScreen(server, [
      uniqueMerchant({ mcc: '7995', configurations }),
      uniqueMerchant({ mcc: '7800' }),
      uniqueMerchant({ mcc: '7801' }),
    ]);
    expect(await hitsOf(applicationId)).toEqual([
      [
        'RESTRICTED_MCC mcc: 7995 is a restricted category',
        'RESTRICTED_MCC configurations.acceptedCardSchemes[1].schemeOverrideValue.mcc: 7802 is a restricted category',
      ],
      [],
      ['RESTRICTED_MCC mcc: 7801 is a restricted category'],
    ]);
  });

  it('finds names on the deny list in any spelling, including names of organizations', async () => {
    await loadDenyList('name,reason\n"Black Harbour Trading, L.L.C.",Fraud in 2024\nالصقر الأسود ذ.م.م,Sanctions\n');
    const ngo = {
      serviceType: 'NGO',
      organizationName: 'black harbour trading',
      user: { email: 'a@b.example', firstName: 'A', lastName: 'B' },
    };
    const { applicationId } = await submitAndScreen(server, [
      uniqueMerchant({ merchantName: 'BLACK  HARBOUR - Trading' }),
      uniqueMerchant({ legalName: 'شركة الصَّقر الاسود' }),
      uniqueMerchant({ services: [{ serviceType: 'MCP' }, ngo] }),
    ]);
    const black = '"Black Harbour Trading, L.L.C." is on the deny list: Fraud in 2024';
    expect(await hitsOf(applicationId)).toEqual([
      [`DENY_LIST merchantName: ${black}`],
      ['DENY_LIST legalName: "الصقر الأسود ذ.م.م" is on the deny list: Sanctions'],
      [`DENY_LIST services[1].organizationName: ${black}`],
    ]);
  });

  it('checks a merchant with numbers that jsonb cannot store', async () => {
    const { applicationId } = await submitAndScreen(server, [uniqueMerchant({ note: { tiny: 1, text: 'ok' } })]);
    await server.db.sql(
      `update merchants set record = replace(record, '"tiny":1', '"tiny":1e999999'), status = 'RECEIVED',
              next_screening_at = changed_at where application_id = $1`,
      [applicationId],
    );
    await server.server.screeningIdle();
    expect(await statusesOf(server, applicationId)).toEqual(['PENDING_APPROVAL']);
  });
});

describe('a server', () => {
  it('screens received merchants automatically right after the commit', async () => {
    const own = await testServer({}, { screensAutomatically: true });
    try {
      const { applicationId } = await submit(own);
      await vi.waitFor(async () => expect(await statusesOf(own, applicationId)).toEqual(['PENDING_APPROVAL']), WITHIN);
    } finally {
      await own.close();
    }
  });
});

describe('the sandbox switch for automatic approval', () => {
  it('boards merchants without hits, and leaves the others to people', async () => {
    const own = await testServer({ CARDWRIGHT_SANDBOX_AUTO_APPROVE: 'true' });
    try {
      const merchants = [uniqueMerchant(), uniqueMerchant({ kyc: false }), uniqueMerchant({ mcc: '7995' })];
      const { applicationId, merchantIds } = await submit(own, merchants);
      await own.server.screeningIdle();
      const { json } = await readApplicationOf(own, applicationId);
      expect(json.merchants.map((one: { status: string }) => one.status)).toEqual([
        'BOARDED',
        'PENDING_APPROVAL',
        'PENDING_APPROVAL',
      ]);
      expect(json.merchants[0]).toMatchObject({
        merchantState: 'ACTIVE',
        reviewedBy: 'sandbox',
        approvedBy: 'sandbox',
      });
      const events = await own.db.sql<{ line: string }>(
        `select concat_ws(' ', sequence, to_state, reason) as line from merchant_events where merchant_id = $1 order by sequence`,
        [merchantIds[0]],
      );
      expect(events.map(({ line }) => line)).toEqual([
        '1 RECEIVED',
        '2 SCREENING',
        '3 PENDING_APPROVAL',
        '4 APPROVED The screening found nothing (CARDWRIGHT_SANDBOX_AUTO_APPROVE)',
        '5 BOARDED The screening found nothing (CARDWRIGHT_SANDBOX_AUTO_APPROVE)',
      ]);
      const read = await own.request({ method: 'GET', url: `/V2/merchants/${merchantIds[0]}`, as: 'demo-acquirer' });
      expect(read.json).toMatchObject({ status: 'BOARDED', version: 1 });
      const amended = await amend(own, merchantIds[0]!, ['MCC'], { mcc: '5999' });
      expect(amended.text).toContain('"status":"BOARDED"');
      const found = await amend(own, merchantIds[0]!, ['MCC'], { mcc: '7995' });
      expect(found.text).toContain('"status":"PENDING_APPROVAL"');
    } finally {
      await own.close();
    }
  });
});
