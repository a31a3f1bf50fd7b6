import { jsonOf, textIn, type WireExchange } from '../exchange.ts';
import { type TopicCheck, topicCheck } from './topic-check.ts';
import { watchEnvelope } from './watch-envelope.ts';
import { watchMessage } from './watch-message.ts';
import { watchPlain } from './watch-plain.ts';

/** Checks everything about a response that does not depend on the purpose of the request. */
export function watchAnswer(exchange: WireExchange): TopicCheck[] {
  const { operation, answered } = exchange;
  const json = jsonOf(answered.text);
  const isJson = json !== undefined && (answered.headers['content-type'] ?? '').includes('json');
  const whole = topicCheck('answer.json', isJson, 'the response is not a JSON object, or has another Content-Type');
  if (json === undefined) return [whole];
  const version = answered.headers['interface-version'];
  const versionCheck = topicCheck('answer.version', version !== undefined, 'the response has no Interface-Version');
  const ofSurface =
    operation.surface === 'envelope'
      ? watchEnvelope(operation, exchange, json)
      : operation.surface === 'rest' || textIn(json, 'error_code') !== undefined
        ? watchPlain(operation, exchange, json)
        : watchMessage(operation, exchange, json);
  return [whole, versionCheck, ...ofSurface];
}
