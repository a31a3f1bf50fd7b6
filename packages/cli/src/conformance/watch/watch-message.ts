import {
  type FieldSchema,
  type FlatOperation,
  type JsonObject,
  type NotificationOperation,
  REPEATED_FIELDS,
} from '@cardwright/contract';
import { jsonOf, objectIn, textIn, type WireExchange } from '../exchange.ts';
import { fieldsCheck, type TopicCheck, topicCheck } from './topic-check.ts';

/** Fields that the response returns in another form: the card number is masked, amounts are padded. */
const NOT_REPEATED = ['CARD_NUMBER', 'Transaction_Amount', 'Transaction_Amount_Cardholder_Billing'];

/** Checks responses to the authorization message and the token notification, which have their own shapes. */
export function watchMessage(
  operation: FlatOperation | NotificationOperation,
  { sent, answered }: WireExchange,
  json: JsonObject,
): TopicCheck[] {
  const isAccepted = answered.status === 200;
  const fields = fieldsCheck(operation, operation.response as FieldSchema, json, isAccepted ? 'whole' : 'failed');
  const request = jsonOf(sent.body) ?? {};
  return [
    fields,
    ...(operation.surface === 'flat' ? watchFlat(request, json, isAccepted) : watchNotified(request, json, isAccepted)),
  ];
}

function watchFlat(request: JsonObject, json: JsonObject, isAccepted: boolean): TopicCheck[] {
  const cardNumber = textIn(json, 'CARD_NUMBER') ?? '';
  const changedFields = REPEATED_FIELDS.filter(
    (name) => !NOT_REPEATED.includes(name) && typeof request[name] === 'string' && request[name] !== json[name],
  );
  const code = textIn(json, 'Action_Code');
  const approval = textIn(json, 'Approval_Code') ?? '';
  const reason = textIn(json, 'Additional_Response_Data') ?? '';
  const isFull = /^\d{13,19}$/.test(cardNumber);
  return [
    topicCheck('answer.masked', !isFull, 'CARD_NUMBER is the full card number'),
    ...(isAccepted
      ? [
          topicCheck(
            'decision.echo',
            changedFields.length === 0,
            `the response does not repeat ${changedFields.join(', ')}`,
          ),
        ]
      : []),
    code === '00'
      ? topicCheck('decision.approved', /^\w{6}$/.test(approval), 'an approval has no Approval_Code of 6 characters')
      : topicCheck(
          'decision.declined-form',
          approval === '      ' && reason !== '',
          'a decline has an Approval_Code, or does not name its rule',
        ),
    topicCheck('decision.repeats-fields', /^\w{2}$/.test(code ?? ''), 'Action_Code is not a code of 2 characters'),
    ...(isAccepted ? amountsCheck(request, json) : []),
  ];
}

function amountsCheck(request: JsonObject, json: JsonObject): TopicCheck[] {
  const changedFields = ['Transaction_Amount', 'Transaction_Amount_Cardholder_Billing'].filter((name) => {
    const [requested, returned] = [textIn(request, name), textIn(json, name)];
    return requested !== undefined && requested.padStart(12, '0') !== returned;
  });
  return [
    topicCheck('decision.echo', changedFields.length === 0, `the response has another ${changedFields.join(', ')}`),
  ];
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d+(Z|[+-]\d{2}:?\d{2})$/;

function watchNotified(request: JsonObject, json: JsonObject, isAccepted: boolean): TopicCheck[] {
  const code = textIn(objectIn(json, 'response', 'status'), 'code');
  const isEchoed = !isAccepted || textIn(json, 'type') === textIn(request, 'type');
  return [
    topicCheck('notification.answer', isEchoed, 'the response does not repeat the type'),
    topicCheck(
      'notification.answer',
      ISO_TIME.test(textIn(json, 'timestamp') ?? ''),
      'the timestamp is not ISO 8601 with fractional seconds',
    ),
    topicCheck('notification.answer', code !== undefined, 'the response has no code'),
  ];
}
