import { describe, expect, it } from 'vitest';
import { proposedChanges, recordGroups, withValues } from './record-fields.ts';

const RECORD = {
  merchantId: 'SHOP-1',
  kyc: false,
  debitAccountNumOrIban: 'AE07',
  mcc: '5411',
  addresses: [{ city: 'Dubai', addressLines: ['Street 1', 'Floor 2'] }],
  configurations: { fees: [{ feeValue: '25.00' }] },
};

describe('the record of a merchant', () => {
  it('is divided into groups, with every value under its path', () => {
    expect(recordGroups(RECORD)).toEqual([
      {
        id: 'who',
        word: 'record.identity',
        fields: [
          { path: 'merchantId', name: 'merchantId', value: 'SHOP-1' },
          { path: 'kyc', name: 'kyc', value: 'false' },
          { path: 'mcc', name: 'mcc', value: '5411' },
        ],
      },
      {
        id: 'money',
        word: 'record.money',
        fields: [{ path: 'debitAccountNumOrIban', name: 'debitAccountNumOrIban', value: 'AE07' }],
      },
      {
        id: 'configurations',
        word: 'record.configurations',
        fields: [{ path: 'configurations.fees[0].feeValue', name: 'fees[0].feeValue', value: '25.00' }],
      },
      {
        id: 'addresses[0]',
        word: 'record.address',
        entry: 1,
        fields: [
          { path: 'addresses[0].city', name: 'city', value: 'Dubai' },
          { path: 'addresses[0].addressLines[0]', name: 'addressLines[0]', value: 'Street 1' },
          { path: 'addresses[0].addressLines[1]', name: 'addressLines[1]', value: 'Floor 2' },
        ],
      },
    ]);
  });

  it('is compared with its amendment, even if lists become shorter', () => {
    const proposed = {
      merchantId: 'SHOP-1',
      amendmentList: ['MCC', 'ADDRESS'],
      mcc: '5499',
      addresses: [{ city: 'Dubai', addressLines: ['Street 1'] }],
      fees: [{ feeValue: '30.00' }],
    };
    expect(proposedChanges(RECORD, proposed)).toEqual([
      { path: 'mcc', from: '5411', to: '5499' },
      { path: 'fees[0].feeValue', from: '25.00', to: '30.00' },
      { path: 'addresses[0].addressLines[1]', from: 'Floor 2', to: null },
    ]);
  });

  it('is sent again with the requested values, and nothing else changes', () => {
    const fields = new Map([
      ['addresses[0].city', 'Sharjah'],
      ['website', 'https://shop.example'],
      ['kyc', 'true'],
      ['services[3].name', 'nowhere'],
    ]);
    expect(withValues(RECORD, fields)).toEqual({
      ...RECORD,
      kyc: true,
      website: 'https://shop.example',
      addresses: [{ city: 'Sharjah', addressLines: ['Street 1', 'Floor 2'] }],
    });
    expect(RECORD.addresses[0]?.city).toBe('Dubai');
  });
});
