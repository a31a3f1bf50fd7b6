import {
  answersBody,
  CLIENT_CREATE_FUNCTIONS,
  ECHOED_HEADER_FIELDS,
  type EnvelopeOperation,
  ERRORS,
  ExceptionDetails,
  ExtendedExceptionDetails,
  FailureBody,
  type FieldSchema,
  type JsonObject,
  ResponseHeader,
  SUCCESS,
} from '@cardwright/contract';
import { jsonOf, objectIn, textIn, type WireExchange } from '../exchange.ts';
import { answerIn } from '../read-answer.ts';
import { fieldsCheck, type TopicCheck, tableCheck, topicCheck } from './topic-check.ts';
import { mirrorCheck } from './watch-mirror.ts';

const TIME = /^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}$|^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;
const CODES = new Map<string, (typeof ERRORS)[keyof typeof ERRORS]>(
  Object.values(ERRORS).map((one) => [one.code, one]),
);

export function watchEnvelope(
  operation: EnvelopeOperation,
  { sent, answered }: WireExchange,
  json: JsonObject,
): TopicCheck[] {
  const answer = answerIn(json);
  const root = Object.entries(json).find(([key]) => key.endsWith('SrvResponse'));
  const isKeyed = objectIn(root?.[1], operation.responseKey) !== undefined;
  const keys = topicCheck('answer.keys', isKeyed, `the response is not under ${operation.responseKey}`);
  if (answer === undefined) return [keys];
  const details = objectIn(answer, 'exception_details');
  const header = objectIn(answer, 'header');
  const isFailure = textIn(details, 'status') === 'F';
  return [
    keys,
    tableCheck('answer.header', ResponseHeader as FieldSchema, header, isFailure ? 'failed' : 'whole'),
    ...watchHeader(operation, header, requestHeaderOf(sent.body), isFailure),
    tableCheck('answer.details', ExceptionDetails as FieldSchema, details, 'whole'),
    ...(operation.extendedDetails
      ? [tableCheck('answer.extended', ExtendedExceptionDetails as FieldSchema, details, 'whole')]
      : []),
    ...watchDetails(details, header, answered.status, isFailure),
    ...watchBody(operation, answer, isFailure),
    ...(operation.id === 'clients.create-client' && !isFailure ? [mirrorCheck(sent.body, answer)] : []),
  ];
}

function requestHeaderOf(body: string | undefined): JsonObject {
  const root = Object.values(jsonOf(body) ?? {})[0];
  return objectIn(Object.values((root ?? {}) as JsonObject)[0], 'header') ?? {};
}

function watchHeader(
  operation: EnvelopeOperation,
  header: JsonObject | undefined,
  sentHeader: JsonObject,
  isFailure: boolean,
): TopicCheck[] {
  const echoed = Object.entries(ECHOED_HEADER_FIELDS).filter(([name, most]) => {
    const value = sentHeader[name];
    return typeof value === 'string' && value !== '' && [...value].length <= most;
  });
  const lost = (names: string[]) => names.filter((name) => header?.[name] !== sentHeader[name]);
  const names = echoed.map(([name]) => name);
  const changedNames = lost(names.filter((name) => name !== 'instance_id'));
  const what = `the response header does not repeat ${changedNames.join(', ')}`;
  const functions: readonly string[] =
    operation.id === 'clients.create-client' ? CLIENT_CREATE_FUNCTIONS : [operation.responseFunction];
  const time = textIn(header, 'timestamp') ?? '';
  return [
    topicCheck(isFailure ? 'answer.echo-failure' : 'answer.echo', changedNames.length === 0, what),
    topicCheck(
      'answer.echo-instance',
      lost(names.filter((name) => name === 'instance_id')).length === 0,
      'the response header does not repeat instance_id',
    ),
    topicCheck(
      'answer.function',
      functions.includes(textIn(header, 'msg_function') ?? ''),
      'msg_function is not the response function',
    ),
    topicCheck('answer.time', TIME.test(time), 'timestamp is not DD/MM/YYYY HH:MM:SS'),
  ];
}

function watchDetails(
  details: JsonObject | undefined,
  header: JsonObject | undefined,
  status: number,
  isFailure: boolean,
): TopicCheck[] {
  const code = textIn(details, 'error_code');
  const catalogEntry = CODES.get(code ?? '');
  const tracking = textIn(header, 'tracking_id') ?? null;
  const reference = topicCheck(
    'answer.reference',
    details?.transaction_ref_id === tracking,
    'transaction_ref_id is not the tracking_id of the header',
  );
  const time = topicCheck(
    'answer.time',
    TIME.test(textIn(details, 'date_time') ?? ''),
    'date_time is not DD/MM/YYYY HH:MM:SS',
  );
  if (!isFailure) {
    const isSuccess = code === SUCCESS.code && details?.error_description === SUCCESS.text;
    return [
      topicCheck('answer.success', isSuccess, 'status S has a code or text other than 000 Success'),
      topicCheck('answer.http', status === 200, `a success has HTTP status ${status}`),
      reference,
      time,
    ];
  }
  return [
    topicCheck('answer.failure', code !== SUCCESS.code, 'status F has the code 000'),
    topicCheck('answer.code', catalogEntry !== undefined, 'the error_code is not in the catalogue'),
    // An operator can answer every envelope with HTTP 200.
    topicCheck(
      'answer.http',
      catalogEntry === undefined || status === 200 || status === catalogEntry.http,
      `${code} has HTTP status ${status}`,
    ),
    reference,
    time,
  ];
}

function watchBody(operation: EnvelopeOperation, answer: JsonObject, isFailure: boolean): TopicCheck[] {
  if (isFailure) return [tableCheck('answer.findings', FailureBody as FieldSchema, answer.body, 'whole')];
  if (!answersBody(operation)) return [];
  return [fieldsCheck(operation, operation.responseBody as FieldSchema, answer.body, 'whole')];
}
