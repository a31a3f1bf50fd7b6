import { describe, expect, it } from 'vitest';
import { cardIdentifierId, cardIdentifierType } from './card-identifier.ts';
import { ExceptionDetails, ExtendedExceptionDetails, ResponseHeader, requestHeader } from './envelope.ts';
import { ExactNumber, type JsonValue } from './json/exact-number.ts';
import { compile } from './schema/compile.ts';
import { record } from './schema/fields.ts';
import { tableOf } from './testing/table.ts';

const HEADER = {
  msg_id: 'MSG000000001',
  msg_type: 'TRANSACTION',
  msg_function: 'REQ_CLIENT_CREATE',
  src_application: 'IB',
  target_application: 'CARDS',
  timestamp: '20/11/2026 12:00:00',
  tracking_id: 'TRACK-1',
  bank_id: 'DEMO',
  instance_id: 'I1',
};
const check = compile(requestHeader('TRANSACTION', 'REQ_CLIENT_CREATE'));

describe('the fields of header and exception_details', () => {
  it('of a request match its table', () => {
    expect(tableOf(requestHeader('TRANSACTION', 'REQ_CLIENT_CREATE'))).toEqual({
      msg_id: 'required 12',
      msg_type: 'required 12',
      msg_function: 'required 50',
      src_application: 'required 10',
      target_application: 'required 10',
      timestamp: 'required 30',
      tracking_id: 'optional 15',
      bank_id: 'required 4',
      instance_id: 'optional 10',
    });
  });

  it('of a response match its table', () => {
    expect(tableOf(ResponseHeader)).toEqual({
      msg_id: 'required 12',
      msg_type: 'required 12',
      msg_function: 'required 50',
      src_application: 'required 10',
      target_application: 'required 10',
      timestamp: 'required 30',
      tracking_id: 'optional 15',
      bank_id: 'required 4',
      instance_id: 'optional 10',
    });
  });

  it('of exception_details include transaction_ref_id, which is null if absent', () => {
    expect(tableOf(ExceptionDetails)).toEqual({
      application_name: 'required 20',
      date_time: 'required 30',
      status: 'required 1',
      error_code: 'required 4',
      error_description: 'required 100',
      transaction_ref_id: 'required',
    });
    expect(ExceptionDetails.properties.transaction_ref_id).toMatchObject({
      anyOf: [{ type: 'string', maxLength: 20 }, { type: 'null' }],
    });
  });
});

describe('exception_details of the card settings', () => {
  it('have trace, type and data in addition to the table', () => {
    expect(tableOf(ExtendedExceptionDetails)).toEqual({
      ...tableOf(ExceptionDetails),
      trace: 'required 64',
      type: 'required',
      data: 'required 200',
    });
  });
});

describe('header tolerances', () => {
  it('a header that conforms to its table is returned unchanged, without a warning', () => {
    expect(check(HEADER, 'header')).toEqual({ value: HEADER, findings: [], omittedCount: 0, warnings: [] });
  });

  it.each([
    ['msg_id', 20261120, '20261120', 'integer-as-text'],
    ['msg_id', 999999999999, '999999999999', 'integer-as-text'],
    ['tracking_id', 7, '7', 'integer-as-text'],
    ['tracking_id', 123456789012345, '123456789012345', 'integer-as-text'],
    ['tracking_id', null, undefined, 'null-as-absent'],
    ['instance_id', null, undefined, 'null-as-absent'],
    ['msg_type', 'ENQUIRY', 'ENQUIRY', 'other-value'],
    ['msg_function', ' REQ_CLIENT_CREATE', 'REQ_CLIENT_CREATE', 'blanks-removed'],
    ['msg_function', 'REQ _CLIENT_ CREATE ', 'REQ_CLIENT_CREATE', 'blanks-removed'],
    ['msg_function', `REQ_CLIENT_CREATE${' '.repeat(50)}`, 'REQ_CLIENT_CREATE', 'blanks-removed'],
    ['timestamp', 'yesterday', 'yesterday', 'any-text'],
    ['timestamp', '30/02/2026 25:00:00', '30/02/2026 25:00:00', 'any-text'],
    ['timestamp', '٢٠/١١/٢٠٢٦', '٢٠/١١/٢٠٢٦', 'any-text'],
    ['timestamp', '😀'.repeat(30), '😀'.repeat(30), 'any-text'],
  ] as [string, JsonValue, string | undefined, string][])(
    '%s %j becomes %j, with a warning',
    (field, sent, used, rule) => {
      const { [field]: _, ...others } = HEADER as Record<string, string>;
      const value = used === undefined ? others : { ...HEADER, [field]: used };
      const warnings = [{ path: `header.${field}`, rule }];
      expect(check({ ...HEADER, [field]: sent }, 'header')).toEqual({ value, findings: [], omittedCount: 0, warnings });
    },
  );

  it.each([
    '20/11/2026 12:00:00',
    '2026-11-20T12:00:00Z',
    '2026-11-20T12:00:00.000+04:00',
    '2026-11-20T12:00:00.123456',
  ])('timestamp %s has no warning', (timestamp) => {
    expect(check({ ...HEADER, timestamp }, 'header').warnings).toEqual([]);
  });

  it('tracking_id and instance_id may be absent, without a warning', () => {
    const { tracking_id: _, instance_id: __, ...rest } = HEADER;
    expect(check(rest, 'header')).toEqual({ value: rest, findings: [], omittedCount: 0, warnings: [] });
  });

  it.each([
    ['msg_id', 1234567890123, 'wrong_format'],
    ['msg_id', 1.5, 'wrong_format'],
    ['msg_id', new ExactNumber('1e3'), 'wrong_format'],
    ['msg_id', null, 'wrong_format'],
    ['msg_id', '', 'field_missing'],
    ['msg_type', 'INQUIRY', 'value_not_allowed'],
    ['msg_type', 'transaction', 'value_not_allowed'],
    ['msg_function', 'REQ_CLIENT_UPDATE', 'wrong_function'],
    ['msg_function', 'req_client_create', 'wrong_function'],
    ['msg_function', ' ', 'wrong_function'],
    ['timestamp', 'x'.repeat(31), 'wrong_length'],
    ['timestamp', 20261120, 'wrong_format'],
    ['bank_id', 1234, 'wrong_format'],
    ['bank_id', 'DEMO1', 'wrong_length'],
    ['bank_id', null, 'wrong_format'],
    ['src_application', 5, 'wrong_format'],
  ] as [string, JsonValue, string][])('%s %j is refused with %s', (field, sent, error) => {
    const { findings } = check({ ...HEADER, [field]: sent }, 'header');
    expect(findings.map((finding) => [finding.path, finding.error])).toEqual([[`header.${field}`, error]]);
  });

  it('an enquiry may have the type TRANSACTION', () => {
    const checked = compile(requestHeader('ENQUIRY', 'REQ_CARD_DETAILS'))(
      { ...HEADER, msg_function: 'REQ_CARD_DETAILS' },
      'header',
    );
    expect(checked).toMatchObject({
      findings: [],
      omittedCount: 0,
      warnings: [{ path: 'header.msg_type', rule: 'other-value' }],
    });
  });
});

describe('the card identifier', () => {
  const checkPair = compile(
    record({ card_identifier_id: cardIdentifierId(), card_identifier_type: cardIdentifierType() }),
  );
  const pair = (type: JsonValue) => checkPair({ card_identifier_id: '9'.repeat(20), card_identifier_type: type }, '');

  it('has the maximum lengths of its table', () => {
    expect((cardIdentifierId() as { maxLength?: number }).maxLength).toBe(32);
    expect((cardIdentifierType() as { maxLength?: number }).maxLength).toBe(20);
  });

  it.each(['EXID', 'CONTRACT_NUMBER'])('type %s is accepted, with an id of 20 digits', (type) => {
    expect(pair(type)).toMatchObject({
      value: { card_identifier_type: type },
      findings: [],
      omittedCount: 0,
      warnings: [],
    });
  });

  it.each(['CONTRACT_NUMBER/EXID', 'CONTRACT_NUMBER / EXID', ' CONTRACT_NUMBER/ EXID '])(
    'type %j matches both, with a warning',
    (type) => {
      expect(pair(type)).toEqual({
        value: { card_identifier_id: '9'.repeat(20), card_identifier_type: 'CONTRACT_NUMBER/EXID' },
        findings: [],
        omittedCount: 0,
        warnings: [{ path: 'card_identifier_type', rule: 'either-identifier' }],
      });
    },
  );

  it.each([
    ['exid', 'value_not_allowed'],
    ['EXID/CONTRACT_NUMBER', 'value_not_allowed'],
    ['CONTRACT_NUMBER,EXID!', 'wrong_length'],
  ])('type %j is refused', (type, error) => {
    expect(pair(type).findings).toMatchObject([{ path: 'card_identifier_type', error }]);
  });
});
