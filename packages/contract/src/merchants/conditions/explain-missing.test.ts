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
  it('lists the required fields within an absent field, whatever its wording', () => {
    expect(explained(lacking('addresses', 'has to be sent'))).toEqual([
      'm.addresses',
      'm.addresses[0].name',
      'm.addresses[0].countryCode',
      'm.addresses[0].city',
      'm.addresses[0].postalCode',
      'm.addresses[0].email',
    ]);
  });

  it('lists nothing more if the field is present and lacks a field within, whatever its wording', () => {
    const finding = lacking('addresses', 'is mandatory in every entry');
    expect(explainMissing(Merchant, 'm', [{ ...finding, isIncomplete: true }])).toEqual([finding]);
  });
});
