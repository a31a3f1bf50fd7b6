import type { AuthorizationListItem } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { decisionsCsv } from './decisions-file.ts';

const ROW: AuthorizationListItem = {
  retrieval_reference_number: '632400000001',
  system_trace_audit_number: '000001',
  acquiring_institution_code: '123456',
  decided_at: '2026-11-20T08:00:00.000Z',
  state: 'DECLINED',
  action_code: '57',
  rule: 'ECOM_OFF',
  approval_code: null,
  card_identifier_id: null,
  card_number: null,
  account_number: null,
  currency: 'AED',
  amount: '25.00',
  merchant: 'SHOP1',
  merchant_name_location: '=HYPERLINK("x"), DUBAI',
  mcc: '5411',
  country: 'AE',
  channel: 'ECOM',
};

it('a list of decisions becomes a file whose texts no spreadsheet takes for formulas', () => {
  expect(decisionsCsv([ROW])).toBe(
    'decided_at,retrieval_reference_number,system_trace_audit_number,acquiring_institution_code,state,action_code,rule,amount,' +
      'currency,card_number,account_number,merchant,merchant_name_location,mcc,country,channel\r\n' +
      '2026-11-20T08:00:00.000Z,632400000001,000001,123456,DECLINED,57,ECOM_OFF,25.00,AED,,,SHOP1,' +
      '"\'=HYPERLINK(""x""), DUBAI",5411,AE,ECOM\r\n',
  );
});
