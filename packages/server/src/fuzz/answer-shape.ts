import {
  answersBody,
  ERRORS,
  ExceptionDetails,
  ExtendedExceptionDetails,
  FailureBody,
  type FieldSchema,
  GENERAL_ERRORS,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OPERATIONS,
  type Operation,
  ownErrorsOf,
  ResponseHeader,
} from '@cardwright/contract';
import { readObject } from './json-text.ts';
import type { RawAnswer } from './raw-connection.ts';

type Routed = { readonly operation: Operation; readonly method: string; readonly path: RegExp };

const ROUTED: readonly Routed[] = (OPERATIONS as readonly Operation[]).map((operation) => ({
  operation,
  method: operation.surface === 'rest' ? operation.method : 'POST',
  path: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The operation that a request goes to; undefined where its path is none's, or anybody's. */
export function operationAt(method: string, target: string): Operation | undefined {
  const path = /^(?:\/V[12])?(\/[^?#]*)/.exec(target)?.[1] ?? '';
  // a word of a fixed path stands before a parameter in the same place
  const found = ROUTED.filter((one) => one.method === method && one.path.test(path));
  return (found.find(({ operation }) => operation.path === path) ?? found[0])?.operation;
}

/** What is wrong with the form of an answer, by the contract; undefined where all is well. */
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
  const listed = operation?.surface === 'rest' ? [...GENERAL_ERRORS, ...ownErrorsOf(operation)] : undefined;
  return listed === undefined || (listed as string[]).includes(error)
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

/** Answers to what could not be read repeat it as far as it could be: empty texts in place of values. */
type Strictness = 'whole' | 'failed';

/** The first place where a value is not what the schema says an answer holds. */
function differsFrom(
  schema: FieldSchema,
  value: JsonValue | undefined,
  path: string,
  strict: Strictness,
): string | undefined {
  const { anyOf, variants, otherwise, discriminatedBy = '', entries } = schema;
  if (anyOf !== undefined) {
    return anyOf.some((one) => differsFrom(one, value, path, strict) === undefined)
      ? undefined
      : `${path} is none of its alternatives`;
  }
  if (variants !== undefined && isJsonObject(value)) {
    const variant = variants[String(value[discriminatedBy])] ?? otherwise;
    return variant === undefined ? `${path} of no known kind` : differsFrom(variant, value, path, strict);
  }
  if (entries !== undefined && isJsonObject(value)) {
    return firstOf(Object.entries(value), ([key, entry]) => differsFrom(entries, entry, `${path}.${key}`, strict));
  }
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length === 0 || (value === null && schema.nullable)) return undefined;
  if (!types.some((type) => isOfType(type, value))) return `${path} is not ${types.join(' or ')}`;
  if (isJsonObject(value)) return membersDiffer(schema, value, path, strict);
  if (Array.isArray(value)) {
    return firstOf(value, (entry) => differsFrom(schema.items ?? {}, entry, `${path}[]`, strict));
  }
  return textDiffers(schema, value as JsonValue, path, strict);
}

function membersDiffer(
  { properties, required = [] }: FieldSchema,
  value: JsonObject,
  path: string,
  strict: Strictness,
) {
  // an object whose members are the sender's
  if (properties === undefined) return undefined;
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(properties, key));
  if (unknown !== undefined) return `${path}.${unknown} is no field of the answer`;
  const missing = required.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined && strict === 'whole') return `${path}.${missing} is missing`;
  return firstOf(Object.entries(value), ([key, entry]) =>
    differsFrom(properties[key] ?? {}, entry, `${path}.${key}`, strict),
  );
}

function textDiffers(
  { enum: listed, maxLength, tolerances = [] }: FieldSchema,
  value: JsonValue,
  path: string,
  strict: Strictness,
) {
  // what is accepted beyond the table is answered as it was sent
  if (typeof value !== 'string' || tolerances.some((tolerance) => tolerance.accept(value) !== undefined))
    return undefined;
  if (maxLength !== undefined && [...value].length > maxLength) return `${path} is longer than ${maxLength}`;
  if (listed === undefined || listed.includes(value) || (strict === 'failed' && value === '')) return undefined;
  return `${path} is not in its list`;
}

function isOfType(type: string, value: JsonValue | undefined): boolean {
  if (type === 'object') return isJsonObject(value as JsonValue);
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function firstOf<T>(entries: readonly T[], look: (entry: T) => string | undefined): string | undefined {
  for (const entry of entries) {
    const found = look(entry);
    if (found !== undefined) return found;
  }
  return undefined;
}
