import { describe, expect, it } from 'vitest';
import { ExactNumber, type JsonObject, type JsonValue } from '../json/exact-number.ts';
import { compile } from '../schema/compile.ts';
import type { FieldSchema } from '../schema/field-schema.ts';
import { EcommerceRequest, EcommerceResponse } from './ecommerce-message.ts';

/** The published table, and the companion key Token_Reference: name, maximum (with the minimum, if any), Req, Resp. */
const TABLE = `
Message_Version 8 R R
Message_Type 20 R R
CARD_NUMBER 13-19 R R
From_Account 6 R R
Transaction_Amount 12 R R
Transaction_Amount_Cardholder_Billing 12 R R
Transmission_Date_Time 14 R R
System_Trace_Audit_Number 6 R R
Local_Date_Time 8 R R
Card_Expiry_Date 8 R R
Settlement_Date 8 - R
Currency_Conversion_Date 8 O O
Capture_Date 8 R R
Merchant_Type 4 R -
POS_Enty_Mode 3 R R
Card_Sequence_Number 3 R R
POS_Condition_Code 2 R R
Transaction_Fee 9 R -
Acquiring_Institution_Code 6 R R
Retrieval_Reference_Number 12 R R
Approval_Code 6 - R
Action_Code 2 - R
Card_Acceptor_Terminal_ID 8 R R
Card_Acceptor_Identification_Code 15 R R
Card_Acceptor_Name_Location 40 R -
Additional_Response_Data 24 - R
Currency_Code_Transaction 3 R R
Currency_Code_Cardholder_Billing 3 R R
Banknet_Data 6-9 R -
From_Account_No 28 R R
Token_Reference 36 O -
`;

interface Row {
  name: string;
  min: number | undefined;
  max: number;
  req: string;
  resp: string;
}
const ROWS = TABLE.trim()
  .split('\n')
  .map((line): Row => {
    const [name, length, req, resp] = line.split(' ') as [string, string, string, string];
    const [least, most] = length.includes('-') ? length.split('-') : [undefined, length];
    return { name, min: least === undefined ? undefined : Number(least), max: Number(most), req, resp };
  });

describe.each([
  ['request', EcommerceRequest as unknown as FieldSchema, 'req'],
  ['response', EcommerceResponse as unknown as FieldSchema, 'resp'],
] as const)('the %s column of the table', (_which, schema, column) => {
  it('has exactly the fields of the table, and its mandatory fields', () => {
    const present = ROWS.filter((row) => row[column] !== '-').map((row) => row.name);
    const mandatory = ROWS.filter((row) => row[column] === 'R').map((row) => row.name);
    expect(Object.keys(schema.properties ?? {}).sort()).toEqual(present.sort());
    expect([...(schema.required ?? [])].sort()).toEqual(mandatory.sort());
  });

  it.each(ROWS.filter((row) => row[column] !== '-'))('$name: maximum $max', ({ name, min, max }) => {
    const field = schema.properties?.[name];
    // The value Ecom_Resp is longer than the table's maximum of 4 characters. The value takes precedence.
    if (!(column === 'resp' && name === 'Message_Type')) expect(field?.maxLength).toBe(max);
    if (min !== undefined) expect(field?.minLength).toBe(min);
  });
});

const MESSAGE: JsonObject = {
  Message_Version: '1.0',
  Message_Type: 'Ecom_Rqst',
  CARD_NUMBER: '4000001234567899',
  From_Account: 'Saving',
  Transaction_Amount: '000000002500',
  Transaction_Amount_Cardholder_Billing: '000000002500',
  Transmission_Date_Time: '20261120080000',
  System_Trace_Audit_Number: '000001',
  Local_Date_Time: '12:00:00',
  Card_Expiry_Date: '3012',
  Capture_Date: '20261120',
  Merchant_Type: '5411',
  POS_Enty_Mode: '810',
  Card_Sequence_Number: '001',
  POS_Condition_Code: '59',
  Transaction_Fee: 'D00000000',
  Acquiring_Institution_Code: '123456',
  Retrieval_Reference_Number: '632499000001',
  Card_Acceptor_Terminal_ID: 'WEB00001',
  Card_Acceptor_Identification_Code: 'SHOP00000000001',
  Card_Acceptor_Name_Location: 'TEST SHOP              DUBAI          AE',
  Currency_Code_Transaction: '784',
  Currency_Code_Cardholder_Billing: '784',
  Banknet_Data: 'TEST00001',
  From_Account_No: '001000000001',
};
const check = compile(EcommerceRequest);
const LOCATION = (country: string) => `TEST SHOP              SOMEWHERE      ${country}`;

describe('e-commerce tolerances', () => {
  it('a message that conforms to its table is returned unchanged, without a warning', () => {
    expect(check(MESSAGE, '')).toEqual({ value: MESSAGE, findings: [], omittedCount: 0, warnings: [] });
  });

  it.each([
    ['Transaction_Amount', 2500, '000000002500', 'unpadded-number'],
    ['Transaction_Amount', '2500', '000000002500', 'unpadded-number'],
    ['Transaction_Amount', 0, '000000000000', 'unpadded-number'],
    ['Transaction_Amount', 999999999999, '999999999999', 'unpadded-number'],
    ['Transaction_Amount_Cardholder_Billing', 1, '000000000001', 'unpadded-number'],
    ['From_Account', 'Current', 'Current', 'other-value'],
    ['Transmission_Date_Time', '20/11/26 08:00:00', '20/11/26 08:00:00', 'long-date-time'],
    ['Transmission_Date_Time', '20/11/yy 08:00:00', '20/11/yy 08:00:00', 'long-date-time'],
    ['Local_Date_Time', '20/11/26 12:00:00', '20/11/26 12:00:00', 'long-date-time'],
    ['Local_Date_Time', '20261120120000', '20261120120000', 'long-date-time'],
    ['Local_Date_Time', '1120120000', '1120120000', 'long-date-time'],
    ['Transaction_Fee', '0.00', '0.00', 'any-text'],
    ['Transaction_Fee', 'X12345678', 'X12345678', 'any-text'],
    ['Card_Acceptor_Name_Location', LOCATION('fr'), LOCATION('fr'), 'other-spelling'],
    ['Card_Acceptor_Name_Location', LOCATION('Ae'), LOCATION('Ae'), 'other-spelling'],
    ['Card_Acceptor_Name_Location', LOCATION('UK'), LOCATION('UK'), 'other-spelling'],
    ['Card_Acceptor_Name_Location', 'SHOP LEEDS uk', 'SHOP LEEDS uk', 'other-spelling'],
  ] as [string, JsonValue, string, string][])('%s %j becomes %j, with a warning', (field, sent, used, rule) => {
    expect(check({ ...MESSAGE, [field]: sent }, '')).toEqual({
      value: { ...MESSAGE, [field]: used },
      findings: [],
      omittedCount: 0,
      warnings: [{ path: field, rule }],
    });
  });

  it.each([
    ['CARD_NUMBER', 'Card_Number'],
    ['CARD_NUMBER', 'Card_Number '],
    ['Capture_Date', 'Capture Date'],
  ])('%s may be spelled %j, with a warning', (field, spelling) => {
    const { [field]: value, ...others } = MESSAGE;
    expect(check({ ...others, [spelling]: value as JsonValue }, '')).toEqual({
      value: MESSAGE,
      findings: [],
      omittedCount: 0,
      warnings: [{ path: spelling, rule: 'other-key' }],
    });
  });

  it.each([
    ['CARD_NUMBER', new ExactNumber('4000001234567899123')],
    ['CARD_NUMBER', 4000001234567],
    ['CARD_NUMBER', '400000******7899'],
    ['CARD_NUMBER', '400000XXXXXX7899'],
    ['System_Trace_Audit_Number', 7],
    ['Retrieval_Reference_Number', 632499000001],
    ['POS_Enty_Mode', 51],
    ['From_Account_No', 1000000001],
    ['From_Account_No', '0010******01'],
    ['Card_Expiry_Date', '203012'],
    ['Card_Expiry_Date', '20301231'],
    ['Card_Expiry_Date', '12/30'],
    ['Card_Expiry_Date', '12/2030'],
    ['Transmission_Date_Time', '1120080000'],
    ['Transmission_Date_Time', '080000'],
    ['Local_Date_Time', '120000'],
    ['Currency_Conversion_Date', '20261120'],
    ['Card_Acceptor_Name_Location', LOCATION('XX')],
    ['Card_Acceptor_Name_Location', LOCATION('  ')],
    ['Card_Acceptor_Name_Location', 'Shop in the Mall'],
    ['Card_Acceptor_Name_Location', 'SHOP LEEDS GB'],
  ] as [string, JsonValue][])('%s %j conforms to its table, and is unchanged', (field, sent) => {
    const value = { ...MESSAGE, [field]: sent };
    expect(check(value, '')).toEqual({ value, findings: [], omittedCount: 0, warnings: [] });
  });

  it.each([
    ['Transaction_Amount', '1234567890123', 'wrong_length'],
    ['Transaction_Amount', '25.00', 'wrong_format'],
    ['Transaction_Amount', new ExactNumber('25.00'), 'wrong_format'],
    ['Transaction_Amount', -2500, 'wrong_format'],
    ['Transaction_Amount', true, 'wrong_format'],
    ['CARD_NUMBER', '400000123456', 'wrong_length'],
    ['CARD_NUMBER', '40000012345678991234', 'wrong_length'],
    ['CARD_NUMBER', '4000 0012 3456 7899', 'wrong_format'],
    ['From_Account', 'Checking', 'wrong_length'],
    ['From_Account', 'SAVING', 'value_not_allowed'],
    ['Message_Type', 'Ecom_Resp', 'value_not_allowed'],
    ['Transmission_Date_Time', '20/11/2026 08:00:00', 'wrong_length'],
    ['Transmission_Date_Time', '20261320080000', 'wrong_format'],
    ['Local_Date_Time', 'noon', 'wrong_format'],
    ['Card_Expiry_Date', '13/30', 'wrong_format'],
    ['Transaction_Fee', 'D000000000', 'wrong_length'],
    ['Transaction_Fee', 0, 'wrong_format'],
    ['Banknet_Data', 'ABCDE', 'wrong_length'],
    ['Merchant_Type', '54A1', 'wrong_format'],
    ['Merchant_Type', 5411, 'wrong_format'],
    ['Currency_Code_Transaction', 'AED', 'wrong_format'],
    ['Currency_Conversion_Date', null, 'wrong_format'],
  ] as [string, JsonValue, string][])('%s %j is refused with %s', (field, sent, error) => {
    const { findings } = check({ ...MESSAGE, [field]: sent }, '');
    expect(findings.map((finding) => [finding.path, finding.error])).toEqual([[field, error]]);
  });
});
