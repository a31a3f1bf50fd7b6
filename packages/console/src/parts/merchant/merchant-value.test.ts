import { MERCHANT_STATES, Merchant } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { merchantValueWord } from './merchant-value.ts';

interface Schema {
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly variants?: Readonly<Record<string, Schema>>;
  readonly discriminatedBy?: string;
}

/** The codes of each field, which its input offers. */
function codesIn(schema: Schema, name = ''): string[] {
  const { properties = {}, items, variants = {}, discriminatedBy } = schema;
  return [
    ...(schema.enum ?? []).map((code) => `${name} ${code}`),
    ...Object.keys(variants).map((kind) => `${discriminatedBy} ${kind}`),
    ...Object.entries(properties).flatMap(([member, of]) => codesIn(of, member)),
    ...Object.values(variants).flatMap((of) => codesIn(of, name)),
    ...(items === undefined ? [] : codesIn(items, name)),
  ];
}

it('labels every state, which versions of a merchant show', () => {
  expect(MERCHANT_STATES.filter((state) => merchantValueWord('merchantState', state) === undefined)).toEqual([]);
});

it('labels every code of a merchant’s field whose meaning the interface states', () => {
  const codes = [...new Set(codesIn(Merchant as unknown as Schema))];
  expect(codes.length).toBeGreaterThan(80);
  const unlabeled = codes.filter(
    (code) => merchantValueWord(code.split(' ')[0] ?? '', code.split(' ')[1] ?? '') === undefined,
  );
  expect(unlabeled).toEqual([
    ...['BS', 'E3', 'EM', 'EN', 'KI', 'NGECOM', 'NGPOS', 'O1', 'O2', 'O3', 'UT'].map(
      (code) => `subMerchantType ${code}`,
    ),
    ...['EQ', 'FN', 'IFT', 'MC', 'NN', 'OB'].map((code) => `paymentMode ${code}`),
    'commissionSettlement M1',
    'refundControlValue Z',
    'feeTypeName MIS',
    'serviceType NGO',
    'dccProvider PP',
    'dccProvider FX',
    'communicationMethod SG',
  ]);
});
