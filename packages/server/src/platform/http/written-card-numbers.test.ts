import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientBody } from '../../testing/cards/issued-cards.ts';
import { luhnOf, unusualForms, writtenForms } from '../../testing/requests/written-forms.ts';
import { type TestServer, testServer } from '../../testing/test-server.ts';
import { addOwnBins } from '../kernel/own-bins.ts';
import { createLogger } from './request-log.ts';

/** A number under a BIN of the demo bank, with its check digit. */
const NUMBER = luhnOf('400000123456789');
const FORMS = [...writtenForms(NUMBER), ...unusualForms(NUMBER)];
/** A text of one line and a URL must not contain tabs. */
const IN_ONE_LINE = FORMS.filter(([form]) => form !== 'tabs');
/** A number of another bank, so no URL with it is refused. */
const ELSEWHERE = writtenForms('4111111111111111');

let server: TestServer;
let clients = 0;
const customer = 'CIF-WRITTEN-NOTES';
beforeAll(async () => {
  // the logger of this file has its own set of BINs, because the test server runs from the bundle
  addOwnBins(['400000']);
  server = await testServer({ CARDWRIGHT_LOG_LEVEL: 'trace' });
  await server.envelope('clients.create-client', clientBody(customer));
});
afterAll(() => server?.close());

describe('a card number in a free text', () => {
  it.each(IN_ONE_LINE)('is stored masked, with a warning: %s', async (_form, written) => {
    clients += 1;
    const body = clientBody(`CIF-WRITTEN-${clients}`, {
      custom_fields: [{ key: 'note', value: `card ${written} of 12/30` }],
    });
    const { exception, body: answer, http } = await server.envelope('clients.create-client', body);
    expect(exception.error_code).toBe('000');
    expect(http.headers['contract-warnings']).toBe('1');
    expect(answer.custom_fields).toEqual([
      { key: 'note', value: expect.stringMatching(/^card [([]?400000X{6,9}[\d/]*\d{4}[)\]]?(?: of 12\/30)?$/) },
    ]);
  });

  it.each([
    ['4111 1111 1111 1111', '411111XXXXXX1111'],
    ['5555555555554444', '555555XXXXXX4444'],
    ['3782 822463 10005', '378282XXXXX0005'],
    // an identity card and an IBAN also have the check digit
    ['784199012345671', '784199012345671'],
    ['AE070331234567890123456', 'AE070331234567890123456'],
  ])('of another bank is stored masked in a custom field, and other numbers are not: %s', async (sent, stored) => {
    clients += 1;
    const fields = [{ key: 'legacy', value: `from ${sent}.` }];
    const { body, http } = await server.envelope(
      'clients.create-client',
      clientBody(`CIF-WRITTEN-${clients}`, { custom_fields: fields }),
    );
    expect(body.custom_fields).toEqual([{ key: 'legacy', value: `from ${stored}.` }]);
    expect(http.headers['contract-warnings']).toBe(stored === sent ? undefined : '1');
  });

  it.each(FORMS)('is masked in the log: %s', (_form, written) => {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line) => void lines.push(line) });
    logger.error({ err: new Error(`invalid input: ${written}.`), detail: `(${written})` }, written);
    expect(lines.join('').match(/400000XXXXXX7899/g)).toHaveLength(4);
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([expect.stringMatching(/^[([]?400000XXXXXX7899[)\]]?$/)]);
  });

  it.each(ELSEWHERE)('is masked in the log if it is in a path that is served: %s', async (_form, written) => {
    const before = server.logs.length;
    const url = `/V2/authorizations/${encodeURIComponent(written.replace(/\t/g, ' '))}`;
    await server.request({ method: 'GET', url, as: 'demo-bank' });
    const paths = server.logs.slice(before).map((line) => JSON.parse(line).path);
    expect(paths).toContain('/V2/authorizations/411111XXXXXX1111');
  });

  it.each([
    ['its bank', '/V2/cards/4000~0012345678~99/insurances', 'demo-bank'],
    ['no caller is signed in', '/V2/cards/40000012345~67899/insurances', undefined],
    ['another bank', '/V2/cards/4%7e00000123456789%7e9/insurances?bank_code=001', 'other-bank'],
  ] as const)(
    'is masked in the log and the audit log if it is in any grouping in a path that accepts card numbers: %s',
    async (_what, url, as) => {
      const before = server.logs.length;
      await server.request({ method: 'GET', url, ...(as && { as }) });
      const [line] = server.logs.slice(before).filter((one) => one.includes('insurances'));
      expect(JSON.parse(line ?? '{}').path).toBe('/V2/cards/400000XXXXXX7899/insurances');
      const rows = await server.db.sql("select details->>'path' as path from audit_log where details::text like '%~%'");
      expect(rows).toEqual([]);
    },
  );

  it.each(IN_ONE_LINE)('is stored masked in a note, with a warning: %s', async (_form, written) => {
    const { status, json, headers } = await server.request({
      method: 'POST',
      url: `/V2/clients/${customer}/notes`,
      as: 'demo-bank',
      payload: { text: `called about ${written}` },
    });
    expect([status, headers['contract-warnings']]).toEqual([200, '1']);
    expect(json.text).toMatch(/^called about [([]?400000XXXXXX7899[)\]]?$/);
  });

  it.each(IN_ONE_LINE)('is refused with 106 in a URL: %s', async (_form, written) => {
    const { status, json, text } = await server.request({
      method: 'GET',
      url: `/V2/tokens?cursor=${encodeURIComponent(written)}`,
      as: 'demo-bank',
    });
    expect([status, json.error_code]).toEqual([400, '106']);
    expect(text).not.toContain(written);
  });

  it.each(IN_ONE_LINE)(
    'is refused with 106 in a field that is stored and compared unchanged: %s',
    async (_form, written) => {
      const { status, json } = await server.request({
        method: 'POST',
        url: '/V2/webhook-endpoints',
        as: 'demo-bank',
        payload: { url: 'https://receiver.example/hooks', description: `for ${written}`, types: ['*'] },
      });
      expect([status, json.errors]).toMatchObject([
        400,
        expect.arrayContaining([expect.objectContaining({ path: 'description', code: '106' })]),
      ]);
    },
  );
});
