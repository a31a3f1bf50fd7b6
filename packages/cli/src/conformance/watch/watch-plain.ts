import { ERRORS, type FieldSchema, type JsonObject, type Operation, readChangeRequest } from '@cardwright/contract';
import { textIn, type WireExchange } from '../exchange.ts';
import { fieldsCheck, type TopicCheck, topicCheck } from './topic-check.ts';

const STATUS_OF = new Map<string, number>(Object.values(ERRORS).map(({ code, http }) => [code, http]));

/** Checks a plain JSON response, which is the result itself or a problem document. */
export function watchPlain(operation: Operation, { sent, answered }: WireExchange, json: JsonObject): TopicCheck[] {
  const { status, headers } = answered;
  const repeated =
    operation.surface === 'rest' && operation.headers !== undefined ? [headersCheck(sent, answered)] : [];
  if (status >= 300) {
    const code = textIn(json, 'error_code');
    const isProblem = (headers['content-type'] ?? '').includes('problem') && code !== undefined;
    return [
      topicCheck('answer.problem', isProblem, 'a refusal is not a problem document with an error_code'),
      topicCheck('answer.code', code === undefined || STATUS_OF.has(code), 'the error_code is not in the catalogue'),
      topicCheck(
        'answer.http',
        code === undefined || STATUS_OF.get(code) === status,
        `${code} has HTTP status ${status}`,
      ),
      topicCheck('answer.findings', hasFindings(code, json), 'errors does not list a refused field'),
      ...repeated,
    ];
  }
  if (operation.surface !== 'rest') return repeated;
  const isRequest = status === 202 && operation.changeKinds !== undefined;
  const isExpected = status === 200 || status === operation.successStatus || isRequest;
  const shape = isRequest ? readChangeRequest.response : operation.response;
  return [
    fieldsCheck(operation, shape as FieldSchema, json, 'whole'),
    topicCheck('answer.http', isExpected, `a success has HTTP status ${status}`),
    ...repeated,
  ];
}

/** Codes 103 to 106 concern fields, and the response has to name them. */
function hasFindings(code: string | undefined, { errors }: JsonObject): boolean {
  const isOfField = code !== undefined && code >= ERRORS.field_missing.code && code <= ERRORS.value_not_allowed.code;
  return !isOfField || (Array.isArray(errors) && errors.length > 0);
}

function headersCheck(
  { headers: requestHeaders }: WireExchange['sent'],
  { headers }: WireExchange['answered'],
): TopicCheck {
  const names = ['Unique-Reference-Code', 'Channel-Id', 'Financial-Id'];
  const changedNames = names.filter((name) => {
    const value = requestHeaders[name];
    return value !== undefined && isWithin(name, value) && headers[name.toLowerCase()] !== value;
  });
  return topicCheck(
    'insurance.headers',
    changedNames.length === 0,
    `the response does not repeat ${changedNames.join(', ')}`,
  );
}

const MAXIMA: Readonly<Record<string, number>> = { 'Unique-Reference-Code': 12, 'Channel-Id': 10, 'Financial-Id': 4 };

function isWithin(name: string, value: string): boolean {
  return value !== '' && value.length <= (MAXIMA[name] ?? 0);
}
