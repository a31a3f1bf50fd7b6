import {
  type FieldSchema,
  type FlatOperation,
  type JsonObject,
  type NotificationOperation,
  REPEATED_FIELDS,
} from '@cardwright/contract';
import { jsonOf, objectIn, textIn, type WireExchange } from '../exchange.ts';
import { seenAs, seenFields, type TopicSeen } from './seen.ts';

/** Fields that the response returns in another form: the card number is masked, amounts are padded. */
const NOT_REPEATED = ['CARD_NUMBER', 'Transaction_Amount', 'Transaction_Amount_Cardholder_Billing'];

/** Checks responses to the authorization message and the token notification, which have their own shapes. */
export function watchMessage(
  operation: FlatOperation | NotificationOperation,
  { sent, answered }: WireExchange,
  json: JsonObject,
): TopicSeen[] {
  const isTaken = answered.status === 200;
  const fields = seenFields(operation, operation.response as FieldSchema, json, isTaken ? 'whole' : 'failed');
  const asked = jsonOf(sent.body) ?? {};
  return [
    fields,
    ...(operation.surface === 'flat' ? watchFlat(asked, json, isTaken) : watchNotified(asked, json, isTaken)),
  ];
}

function watchFlat(asked: JsonObject, json: JsonObject, isTaken: boolean): TopicSeen[] {
  const shown = textIn(json, 'CARD_NUMBER') ?? '';
  const changed = REPEATED_FIELDS.filter(
    (name) => !NOT_REPEATED.includes(name) && typeof asked[name] === 'string' && asked[name] !== json[name],
  );
  const code = textIn(json, 'Action_Code');
  const approval = textIn(json, 'Approval_Code') ?? '';
  const reason = textIn(json, 'Additional_Response_Data') ?? '';
  const isFull = /^\d{13,19}$/.test(shown);
  return [
    seenAs('answer.masked', !isFull, 'CARD_NUMBER is the full card number'),
    ...(isTaken
      ? [seenAs('decision.echo', changed.length === 0, `the response does not repeat ${changed.join(', ')}`)]
      : []),
    code === '00'
      ? seenAs('decision.approved', /^\w{6}$/.test(approval), 'an approval has no Approval_Code of 6 characters')
      : seenAs(
          'decision.declined-form',
          approval === '      ' && reason !== '',
          'a decline has an Approval_Code, or does not name its rule',
        ),
    seenAs('decision.repeats-fields', /^\w{2}$/.test(code ?? ''), 'Action_Code is not a code of 2 characters'),
    ...(isTaken ? amountsSeen(asked, json) : []),
  ];
}

function amountsSeen(asked: JsonObject, json: JsonObject): TopicSeen[] {
  const changed = ['Transaction_Amount', 'Transaction_Amount_Cardholder_Billing'].filter((name) => {
    const [given, told] = [textIn(asked, name), textIn(json, name)];
    return given !== undefined && given.padStart(12, '0') !== told;
  });
  return [seenAs('decision.echo', changed.length === 0, `the response has another ${changed.join(', ')}`)];
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d+(Z|[+-]\d{2}:?\d{2})$/;

function watchNotified(asked: JsonObject, json: JsonObject, isTaken: boolean): TopicSeen[] {
  const code = textIn(objectIn(json, 'response', 'status'), 'code');
  const isEchoed = !isTaken || textIn(json, 'type') === textIn(asked, 'type');
  return [
    seenAs('notification.answer', isEchoed, 'the response does not repeat the type'),
    seenAs(
      'notification.answer',
      ISO_TIME.test(textIn(json, 'timestamp') ?? ''),
      'the timestamp is not ISO 8601 with fractional seconds',
    ),
    seenAs('notification.answer', code !== undefined, 'the response has no code'),
  ];
}
