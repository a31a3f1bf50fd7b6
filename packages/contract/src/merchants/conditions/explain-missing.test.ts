import { describe, expect, it } from 'vitest';
import type { Finding } from '../../schema/finding.ts';
import { Merchant } from '../merchant.ts';
import { explainMissing } from './explain-missing.ts';

const lacking = (field: string, message: string): Finding => ({
  path: `m.${field}`,
  error: 'field_missing',
  message,
  action: `add m.${field}`,
});
const explained = (finding: Finding) => explainMissing(Merchant, 'm', [finding]).map(({ path }) => path);

describe('a finding about a missing field', () => {
  it('brings what is needed inside of an absent field, whatever words it has', () => {
    expect(explained(lacking('addresses', 'has to be sent'))).toEqual([
      'm.addresses',
      'm.addresses[0].name',
      'm.addresses[0].countryCode',
      'm.addresses[0].city',
      'm.addresses[0].postalCode',
      'm.addresses[0].email',
    ]);
  });

  it('brings nothing more where the field is there and lacks something inside, whatever words it has', () => {
    const finding = lacking('addresses', 'is mandatory in every entry');
    expect(explainMissing(Merchant, 'm', [{ ...finding, isIncomplete: true }])).toEqual([finding]);
  });
});
