import Type, { type Static } from 'typebox';
import { ERROR_KINDS } from './errors.ts';
import { oneOf, optional, record, text } from './schema/fields.ts';
import { integerAsText } from './schema/number-tolerances.ts';
import { alsoValues, anyText, nullAsAbsent, withoutBlanks } from './schema/tolerances.ts';

/** Header and exception_details of the envelope operations. Maxima are Unicode code points. */

export const MSG_TYPES = ['TRANSACTION', 'ENQUIRY'] as const;
export type MsgType = (typeof MSG_TYPES)[number];

/** The request header of one operation; only msg_type's default and msg_function differ between operations. */
export function requestHeader(defaultMsgType: MsgType, requestFunction: string) {
  const otherMsgTypes = MSG_TYPES.filter((type) => type !== defaultMsgType);
  return record({
    msg_id: text(12, {
      description: 'Id that the sender assigns to the message; identifies repeats together with src_application',
      tolerances: [integerAsText(12)],
    }),
    msg_type: oneOf([defaultMsgType] as MsgType[], {
      maxLength: 12,
      description: 'Type of message; has no effect',
      tolerances: [alsoValues(...otherMsgTypes)],
    }),
    msg_function: oneOf([requestFunction], {
      maxLength: 50,
      description: 'Function name of the operation',
      error: 'wrong_function',
      tolerances: [withoutBlanks(requestFunction)],
    }),
    src_application: text(10, { description: 'Channel that sends the message, such as internet banking' }),
    target_application: text(10, { description: 'Receiving application; has no effect' }),
    timestamp: text(30, {
      description: 'DD/MM/YYYY HH:MM:SS, or ISO 8601. Has no effect',
      fieldFormat: 'header-time',
      tolerances: [anyText(30)],
    }),
    tracking_id: optional(
      text(15, { description: 'Also returned as transaction_ref_id', tolerances: [nullAsAbsent, integerAsText(15)] }),
    ),
    bank_id: text(4, { description: "Id of the caller's bank" }),
    instance_id: optional(
      text(10, { description: 'Repeated in the response; has no effect', tolerances: [nullAsAbsent] }),
    ),
  });
}

export type RequestHeader = Static<ReturnType<typeof requestHeader>>;

/** The header fields that every answer repeats, with their maximum lengths. */
export const ECHOED_HEADER_FIELDS = {
  msg_id: 12,
  msg_type: 12,
  src_application: 10,
  target_application: 10,
  tracking_id: 15,
  bank_id: 4,
  instance_id: 10,
} as const;

export const ResponseHeader = record(
  {
    msg_id: text(12, { description: 'Same as in the request' }),
    msg_type: text(12, { description: 'Same as in the request' }),
    msg_function: text(50, { description: 'Function name of the response' }),
    src_application: text(10, { description: 'Same as in the request' }),
    target_application: text(10, { description: 'Same as in the request' }),
    timestamp: text(30, { description: "Time of the response, DD/MM/YYYY HH:MM:SS in the bank's time zone" }),
    tracking_id: optional(text(15, { description: 'Same as in the request' })),
    bank_id: text(4, { description: 'Same as in the request' }),
    instance_id: optional(text(10, { description: 'Same as in the request' })),
  },
  { component: 'ResponseHeader' },
);

export const ExceptionDetails = record(
  {
    application_name: text(20, { description: 'CARDWRIGHT' }),
    date_time: text(30, { description: 'Time of the response, in the format of the timestamp in the header' }),
    status: oneOf(['S', 'F'], { maxLength: 1, description: 'S = success, F = failure' }),
    error_code: text(4, {
      component: 'AnswerCode',
      description: '000 on success, otherwise a code from the error catalogue',
    }),
    error_description: text(100, { description: 'Success, or a description of the first finding' }),
    transaction_ref_id: Type.Union([text(20), Type.Null()], {
      description: 'The tracking_id of the request; null if absent',
    }),
  },
  { component: 'ExceptionDetails' },
);

/** Kinds of outcome of an answer, for `type` of {@link ExtendedExceptionDetails}. */
export const OUTCOME_TYPES = ['SUCCESS', ...ERROR_KINDS] as const;
export type OutcomeType = (typeof OUTCOME_TYPES)[number];

/** The additional exception details of the card settings: docs/interface/card-settings.md#exception_details. */
export const ExtendedExceptionDetails = record(
  {
    ...ExceptionDetails.properties,
    trace: text(64, { description: 'Request id, as in the header X-Request-Id' }),
    type: oneOf(OUTCOME_TYPES, { description: 'Type of outcome' }),
    data: text(200, {
      description: 'Current cardFeatureChecksum, on success and with 421; otherwise the path of the first finding',
    }),
  },
  { component: 'ExtendedExceptionDetails', extending: ExceptionDetails },
);

/** `body.errors` of a failed envelope: docs/interface/requests.md#findings. */
export const FailureBody = record(
  {
    errors: Type.Array(
      record(
        {
          path: text(200, {
            description: 'Path of the field, starting with header or body; empty for the whole message',
          }),
          code: text(4, { component: 'ErrorCode', description: 'Code from the error catalogue' }),
          message: text(200, { description: 'Description of the error' }),
        },
        { component: 'Finding' },
      ),
    ),
  },
  { component: 'FailureBody' },
);

/** custom_fields: pairs with keys of the bank's choice. A few keys have an effect here. */
export const CustomField = record(
  {
    key: text(20, { description: 'Name of the field, defined by the bank' }),
    value: text(128, { description: 'Stored and returned as sent, with card numbers masked' }),
  },
  { component: 'CustomField' },
);
