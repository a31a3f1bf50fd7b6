import { writeJson } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { emptyRecord, MERCHANT_SCHEMA, schemaAt, toSentRecord, valueAt, withValueAt } from './form-schema.ts';
import { parseMerchantFile, templateColumns } from './merchant-file.ts';
import { requestIdOf } from './request-id.ts';

it('reads merchants from CSV by the paths of its columns, in the types of the interface', () => {
  const csv =
    '\uFEFFmerchantId,kyc,statementDay,addresses[0].city,legalName\r\nM-1,TRUE,5,"Abu Dhabi","A ""B"", LLC"\r\n';
  const parsed = parseMerchantFile(csv);
  expect('merchants' in parsed && parsed.merchants).toEqual([
    {
      merchantId: 'M-1',
      kyc: true,
      statementDay: 5,
      addresses: [{ city: 'Abu Dhabi' }],
      legalName: 'A "B", LLC',
      configurations: { acceptedCardSchemes: [{}], fees: [], settlement: {} },
    },
  ]);
});

it('reads a list of merchants, or the body of a request, from JSON', () => {
  const merchants = [{ merchantId: 'M-1' }, { merchantId: 'M-2' }];
  expect(parseMerchantFile(JSON.stringify(merchants))).toEqual({ merchants });
  expect(parseMerchantFile(JSON.stringify({ payload: { applications: [{ merchants }] } }))).toEqual({ merchants });
  expect(parseMerchantFile('[1]')).toEqual({ fault: 'unreadable' });
});

it('keeps the digits of numbers in JSON', () => {
  const text = '[{"merchantId":"M-1","fees":[{"feeValue":1.10},{"feeValue":25}]}]';
  const parsed = parseMerchantFile(text);
  expect('merchants' in parsed && writeJson(parsed.merchants as never)).toBe(text);
});

it.each([
  ['merchantId,color\nM-1,red', { fault: 'unknownColumns', about: 'color' }],
  ['merchantId\n', { fault: 'noMerchants' }],
  ['merchantId\n"open', { fault: 'unreadable' }],
  ['{', { fault: 'unreadable' }],
  [`merchantId\n${'M\n'.repeat(1_001)}`, { fault: 'tooMany' }],
])('refuses a file with a fault: %#', (text, fault) => {
  expect(parseMerchantFile(text)).toEqual(fault);
});

it('keeps cells with commas and line ends in quotes together', () => {
  const parsed = parseMerchantFile('merchantId,merchantName\nM-1,"Tea, ""and""\n more"\n\n,\nM-2,Cafe');
  expect(parsed).toMatchObject({
    merchants: [
      { merchantId: 'M-1', merchantName: 'Tea, "and"\n more' },
      { merchantId: 'M-2', merchantName: 'Cafe' },
    ],
  });
});

it('offers the required fields of the interface as columns', () => {
  const columns = templateColumns();
  expect(columns).toContain('configurations.acceptedCardSchemes[0].cardScheme');
  expect(columns).not.toContain('website');
  expect(columns.every((path) => schemaAt(MERCHANT_SCHEMA, path) !== undefined)).toBe(true);
});

it('sets values at paths, and leaves empty optional fields out of what is sent', () => {
  const record = withValueAt(emptyRecord(MERCHANT_SCHEMA), 'addresses[0].city', ' Dubai ');
  expect(valueAt(record, 'addresses[0].city')).toBe(' Dubai ');
  const sent = toSentRecord(MERCHANT_SCHEMA, withValueAt(withValueAt(record, 'website', ''), 'terminals', []));
  expect(sent).toMatchObject({ addresses: [{ city: 'Dubai' }], configurations: { fees: [] } });
  expect(Object.keys(sent as object)).not.toContain('website');
  expect(Object.keys(sent as object)).not.toContain('terminals');
});

it('gives the same content the same request id, in any order of its members', async () => {
  const id = await requestIdOf({ merchantId: 'M-1', kyc: true });
  expect(id).toMatch(/^C-[0-9A-F]{23}$/);
  expect(await requestIdOf({ kyc: true, merchantId: 'M-1' })).toBe(id);
  expect(await requestIdOf({ kyc: false, merchantId: 'M-1' })).not.toBe(id);
});
