import {
  answersBody,
  differencesOf,
  ERRORS,
  ExceptionDetails,
  ExtendedExceptionDetails,
  FailureBody,
  type FieldSchema,
  GENERAL_ERRORS,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Operation,
  ownErrorsOf,
  ResponseHeader,
  readChangeRequest,
  type Strictness,
} from '@cardwright/contract';
import { readObject } from './json-text.ts';
import type { RawAnswer } from './raw-connection.ts';

/** Describes how the form of an answer violates the contract; undefined if it is valid. */
export function misshapen(operation: Operation | undefined, { status, headers, text }: RawAnswer): string | undefined {
  const type = headers['content-type'] ?? '';
  if (text === '') return undefined;
  if (!type.includes('json')) return type === '' ? 'a body without a type' : undefined;
  const json = readObject(text);
  if (json === undefined) return 'JSON that cannot be read';
  if (type.includes('problem')) return misshapenProblem(operation, status, json);
  if (operation === undefined) return undefined;
  if (operation.surface === 'envelope') return misshapenEnvelope(operation, status, json);
  if (operation.surface === 'rest') {
    if (status === 202 && operation.changeKinds !== undefined)
      return differsFrom(readChangeRequest.response as FieldSchema, json, '', 'whole');
    if (status !== 200 && status !== operation.successStatus) return `status ${status} without a problem`;
    return differsFrom(operation.response as FieldSchema, json, '', 'whole');
  }
  return differsFrom(operation.response as FieldSchema, json, '', status === 200 ? 'whole' : 'failed');
}

function misshapenProblem(operation: Operation | undefined, status: number, json: JsonObject): string | undefined {
  const { error_code: code } = json;
  const error = Object.entries(ERRORS).find(([, one]) => one.code === code)?.[0];
  if (error === undefined) return `an error_code that is not in the catalogue`;
  if (json.status !== undefined && Number(json.status) !== status) return 'another status than that of HTTP';
  const allowedErrors = operation?.surface === 'rest' ? [...GENERAL_ERRORS, ...ownErrorsOf(operation)] : undefined;
  return allowedErrors === undefined || (allowedErrors as string[]).includes(error)
    ? undefined
    : `${code}, which the operation does not list`;
}

function misshapenEnvelope(
  operation: Operation & { surface: 'envelope' },
  status: number,
  json: JsonObject,
): string | undefined {
  const answer = (json.GwSrvResponse as JsonObject | undefined)?.[operation.responseKey];
  if (!isJsonObject(answer)) return `no ${operation.responseKey}`;
  const details = (operation.extendedDetails ? ExtendedExceptionDetails : ExceptionDetails) as FieldSchema;
  const isFailure = (answer.exception_details as JsonObject | undefined)?.status === 'F';
  if (isFailure === (status === 200)) return `HTTP ${status} and the other outcome inside`;
  const body = isFailure
    ? (FailureBody as FieldSchema)
    : answersBody(operation)
      ? (operation.responseBody as FieldSchema)
      : undefined;
  return (
    differsFrom(ResponseHeader as FieldSchema, answer.header, 'header', 'failed') ??
    differsFrom(details, answer.exception_details, 'exception_details', 'whole') ??
    (body === undefined
      ? answer.body === undefined
        ? undefined
        : 'a body where there is none'
      : differsFrom(body, answer.body, 'body', 'whole'))
  );
}

/** The first place at which a value differs from the schema of an answer. */
function differsFrom(
  schema: FieldSchema,
  value: JsonValue | undefined,
  path: string,
  strict: Strictness,
): string | undefined {
  const [first] = differencesOf(schema, value, path, strict);
  return first && `${first.path} ${first.what}`;
}
