import {
  compile,
  type FieldSchema,
  type Finding,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Operation,
  operationAuthority,
  readOnboardingRequest,
  type Warning,
} from '@cardwright/contract';
import type { Deviation } from '../conformance-case.ts';
import { jsonOf, type RequestSent } from '../exchange.ts';

/** A difference between a request and its tables, with its path. */
export interface RequestDrift {
  readonly path: string;
  readonly deviation: Deviation;
}

/** Checks a request against the field tables. The findings contain the names of fields, never their values. */
export function watchRequest(operation: Operation, sent: RequestSent): RequestDrift[] {
  const { findings, warnings } = checked(operation, sent);
  const by = operationAuthority(operation);
  const passage = operation.reference;
  return [
    ...findings.map(({ path, message }) => driftAt(path, { passage, by, what: message })),
    ...warnings.map(({ path, rule }) => {
      const tolerances = 'docs/interface/requests.md#tolerances' as const;
      return driftAt(path, { passage: tolerances, by: 'ours', what: `deviates from its table: ${rule}` });
    }),
  ];
}

function driftAt(path: string, { what, ...rests }: Deviation): RequestDrift {
  const place = nameOnly(path.replace(/\[\d+\]/g, '[]')) || 'the request';
  return { path: place, deviation: { ...rests, what: `${place} ${nameOnly(what)}` } };
}

/** Masks long numbers in a name, because a sender's own field name can contain a customer's number. */
function nameOnly(text: string): string {
  return text.replace(/\d{6,}/g, '#').slice(0, 200);
}

interface Validation {
  readonly findings: readonly Pick<Finding, 'path' | 'message'>[];
  readonly warnings: readonly Warning[];
}

function checked(operation: Operation, sent: RequestSent): Validation {
  const json = jsonOf(sent.body);
  if (operation.surface === 'rest') return checkedPlain(operation, sent, json);
  if (json === undefined) return { findings: [{ path: '', message: 'is not a JSON object' }], warnings: [] };
  if (operation.surface !== 'envelope') return compile(operation.request as never)(json, '');
  const keyed = Object.entries(json).find(([key]) => key.endsWith('SrvRequest'))?.[1];
  const request = isJsonObject(keyed) ? keyed[operation.requestKey] : undefined;
  if (request === undefined)
    return { findings: [{ path: '', message: `has no member ${operation.requestKey}` }], warnings: [] };
  return compile(operation.request)(request, '');
}

function checkedPlain(
  operation: Operation & { surface: 'rest' },
  { path, headers }: RequestSent,
  json: JsonObject | undefined,
): Validation {
  const url = new URL(path, 'http://any');
  const pattern = new RegExp(`${operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  const params = Object.entries(pattern.exec(url.pathname)?.groups ?? {}).map(([name, value]) => [
    name,
    decoded(value),
  ]);
  const headerValues = Object.keys(operation.headers?.properties ?? {}).flatMap((name) => {
    const value = headers[name.toLowerCase()] ?? headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  const parts: [FieldSchema | undefined, JsonValue][] = [
    [operation.params as FieldSchema, Object.fromEntries(params) as JsonObject],
    [operation.query as FieldSchema, Object.fromEntries(url.searchParams)],
    [operation.headers as FieldSchema | undefined, Object.fromEntries(headerValues) as JsonObject],
  ];
  const validations = parts.map(([schema, value]) =>
    schema === undefined ? NOTHING : compile(schema as never)(value, ''),
  );
  return joined([...validations, checkedBody(operation, json)]);
}

const NOTHING: Validation = { findings: [], warnings: [] };

function checkedBody(operation: Operation & { surface: 'rest' }, json: JsonObject | undefined): Validation {
  if (operation.request === null || operation.requestType !== undefined) return NOTHING;
  if (operation.id === 'merchants.onboard-merchants' && json !== undefined) return readOnboardingRequest(json, {});
  return compile(operation.request)(json ?? {}, '');
}

function joined(all: readonly Validation[]): Validation {
  return { findings: all.flatMap(({ findings }) => findings), warnings: all.flatMap(({ warnings }) => warnings) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
