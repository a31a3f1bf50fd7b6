import { ERRORS, type FieldSchema, type JsonObject, type Operation } from '@cardwright/contract';
import { textIn, type WireExchange } from '../exchange.ts';
import { seenAs, seenFields, type TopicSeen } from './seen.ts';

const STATUS_OF = new Map<string, number>(Object.values(ERRORS).map(({ code, http }) => [code, http]));

/** Checks a plain JSON response, which is the result itself or a problem document. */
export function watchPlain(operation: Operation, { sent, answered }: WireExchange, json: JsonObject): TopicSeen[] {
  const { status, headers } = answered;
  const repeated = operation.surface === 'rest' && operation.headers !== undefined ? [headersSeen(sent, answered)] : [];
  if (status >= 300) {
    const code = textIn(json, 'error_code');
    const isProblem = (headers['content-type'] ?? '').includes('problem') && code !== undefined;
    return [
      seenAs('answer.problem', isProblem, 'a refusal is not a problem document with an error_code'),
      seenAs('answer.code', code === undefined || STATUS_OF.has(code), 'the error_code is not in the catalogue'),
      seenAs('answer.http', code === undefined || STATUS_OF.get(code) === status, `${code} has HTTP status ${status}`),
      seenAs('answer.findings', isListed(code, json), 'errors does not list a refused field'),
      ...repeated,
    ];
  }
  if (operation.surface !== 'rest') return repeated;
  const isExpected = status === 200 || status === operation.successStatus;
  return [
    seenFields(operation, operation.response as FieldSchema, json, 'whole'),
    seenAs('answer.http', isExpected, `a success has HTTP status ${status}`),
    ...repeated,
  ];
}

/** Codes 103 to 106 concern fields, and the response has to name them. */
function isListed(code: string | undefined, { errors }: JsonObject): boolean {
  const isOfField = code !== undefined && code >= ERRORS.field_missing.code && code <= ERRORS.value_not_allowed.code;
  return !isOfField || (Array.isArray(errors) && errors.length > 0);
}

function headersSeen({ headers: asked }: WireExchange['sent'], { headers }: WireExchange['answered']): TopicSeen {
  const names = ['Unique-Reference-Code', 'Channel-Id', 'Financial-Id'];
  const changed = names.filter((name) => {
    const given = asked[name];
    return given !== undefined && isWithin(name, given) && headers[name.toLowerCase()] !== given;
  });
  return seenAs('insurance.headers', changed.length === 0, `the response does not repeat ${changed.join(', ')}`);
}

const MAXIMA: Readonly<Record<string, number>> = { 'Unique-Reference-Code': 12, 'Channel-Id': 10, 'Financial-Id': 4 };

function isWithin(name: string, given: string): boolean {
  return given !== '' && given.length <= (MAXIMA[name] ?? 0);
}
