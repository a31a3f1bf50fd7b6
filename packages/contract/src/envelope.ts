import Type, { type Static } from 'typebox';
import type { ErrorCode } from './errors.ts';
import { type FieldOptions, oneOf, optional, record, text } from './schema/fields.ts';
import { alsoValues, anyText, blanksRemoved, integerAsText, nullAsAbsent } from './schema/tolerances.ts';

/** Header and exception_details of the envelope operations (spec §2.1). Maxima are Unicode code points. */

/** Root key of a request, for an operator prefix such as `Gw`. */
export const requestRoot = (prefix: string) => `${prefix}SrvRequest`;
/** Root key of an answer. */
export const responseRoot = (prefix: string) => `${prefix}SrvResponse`;

export const MSG_TYPES = ['TRANSACTION', 'ENQUIRY'] as const;
export type MsgType = (typeof MSG_TYPES)[number];

/** The request header of one operation; only msg_type's default and msg_function differ between operations. */
export function requestHeader(defaultMsgType: MsgType, requestFunction: string) {
  const otherMsgTypes = MSG_TYPES.filter((type) => type !== defaultMsgType);
  return record({
    msg_id: text(12, { description: 'Unique source message id', tolerances: [integerAsText(12)] }),
    msg_type: oneOf([defaultMsgType] as MsgType[], {
      maxLength: 12,
      description: `Default ${defaultMsgType}`,
      tolerances: [alsoValues(...otherMsgTypes)],
    }),
    msg_function: oneOf([requestFunction], {
      maxLength: 50,
      description: 'Function name of the operation',
      code: '107',
      tolerances: [blanksRemoved(requestFunction)],
    }),
    src_application: text(10, { description: 'Source requesting channel' }),
    target_application: text(10, { description: 'Name of the target back-end application' }),
    timestamp: text(30, {
      description: 'DD/MM/YYYY HH:MM:SS; ISO 8601 too. Decides nothing',
      fieldFormat: 'header-time',
      tolerances: [anyText(30)],
    }),
    tracking_id: optional(
      text(15, { description: 'Transaction tracking id', tolerances: [nullAsAbsent, integerAsText(15)] }),
    ),
    bank_id: text(4, { description: 'Source bank id' }),
    instance_id: optional(text(10, { tolerances: [nullAsAbsent] })),
  });
}

export type RequestHeader = Static<ReturnType<typeof requestHeader>>;

/** The header fields that every answer repeats (spec §4, rule 1), with the maxima they are held to. */
export const ECHOED_HEADER_FIELDS = {
  msg_id: 12,
  msg_type: 12,
  src_application: 10,
  target_application: 10,
  tracking_id: 15,
  bank_id: 4,
  instance_id: 10,
} as const;

export const ResponseHeader = record({
  msg_id: text(12),
  msg_type: text(12),
  msg_function: text(50, { description: 'Response function name' }),
  src_application: text(10),
  target_application: text(10),
  timestamp: text(30, { description: "Response time, DD/MM/YYYY HH:MM:SS in the bank's time zone" }),
  tracking_id: optional(text(15)),
  bank_id: text(4),
  instance_id: optional(text(10)),
});

export const ExceptionDetails = record({
  application_name: text(20, { description: 'Name of the answering integration application' }),
  date_time: text(30, { description: 'Response time, DD/MM/YYYY HH:MM:SS' }),
  status: oneOf(['S', 'F'], { maxLength: 1, description: 'S = success, F = failure' }),
  error_code: text(4, { description: 'Internal error code; 000 on success' }),
  error_description: text(100, { description: 'Error description' }),
  transaction_ref_id: Type.Union([text(20), Type.Null()], {
    description: 'The echoed tracking_id; null when absent',
  }),
});

/** What kind of outcome an error code is, for `type` of {@link ExtendedExceptionDetails}. */
export const OUTCOME_TYPES = ['SUCCESS', 'REQUEST', 'ACCESS', 'NOT_FOUND', 'CONFLICT', 'SYSTEM'] as const;
export type OutcomeType = (typeof OUTCOME_TYPES)[number];

export function outcomeTypeOf(code: ErrorCode | '000'): OutcomeType {
  if (code === '000') return 'SUCCESS';
  if (code.startsWith('1')) return 'REQUEST';
  if (code.startsWith('2')) return 'ACCESS';
  if (code.startsWith('9')) return 'SYSTEM';
  return code.startsWith('3') && code !== '310' ? 'NOT_FOUND' : 'CONFLICT';
}

/** What the card settings additionally carry (spec §2.1). */
export const ExtendedExceptionDetails = record({
  ...ExceptionDetails.properties,
  trace: text(64, { description: 'The request id, as in the header X-Request-Id' }),
  type: oneOf(OUTCOME_TYPES, { description: 'What kind of outcome this is' }),
  data: text(200, {
    description: 'The cardFeatureChecksum in force, on success and with 421; otherwise the path of the first finding',
  }),
});

/** `body.errors` of a failed envelope (decisions §3). */
export const FailureBody = record({
  errors: Type.Array(record({ path: text(200), code: text(4), message: text(200) })),
});

/** custom_fields of a request: key/value pairs as §2.7 gives them. */
export const CustomField = record({ key: text(20), value: text(128) });

/** The pair by which a card is named (spec §2.4, decisions §1, §2). */
export const CARD_IDENTIFIER_TYPES = ['EXID', 'CONTRACT_NUMBER'] as const;
export const EITHER_IDENTIFIER = 'CONTRACT_NUMBER/EXID';
export type CardIdentifierType = (typeof CARD_IDENTIFIER_TYPES)[number] | typeof EITHER_IDENTIFIER;

export const cardIdentifierType = (options: FieldOptions & { maxLength?: number } = {}) =>
  Type.Unsafe<CardIdentifierType>(
    oneOf(CARD_IDENTIFIER_TYPES, {
      maxLength: 20,
      description: 'CONTRACT_NUMBER or EXID; CONTRACT_NUMBER/EXID tries both',
      tolerances: [
        {
          rule: 'either-identifier',
          accepts: 'the literal CONTRACT_NUMBER/EXID, with or without blanks: both are tried',
          accept: (value) =>
            typeof value === 'string' && value.replace(/\s/g, '') === EITHER_IDENTIFIER ? EITHER_IDENTIFIER : undefined,
        },
      ],
      ...options,
    }),
  );

export const cardIdentifierId = () =>
  text(32, {
    description: 'EXID, or a card number: full, or masked with first 6 and last 4 visible',
    holdsCardNumber: true,
  });
