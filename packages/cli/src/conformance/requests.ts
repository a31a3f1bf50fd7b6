import {
  type EnvelopeOperation,
  type JsonObject,
  type JsonValue,
  OPERATIONS,
  type Operation,
  requestRoot,
} from '@cardwright/contract';
import type { RequestSent } from './exchange.ts';
import { freshId, headerTimeOf } from './made-values.ts';
import type { ConformanceTarget, Party } from './target.ts';

/** The facts about one implementation that requests are built from. */
export type RequestFacts = Pick<ConformanceTarget, 'operatorPrefix' | 'bank'> & { now(): Date };

const JSON_TYPE = { 'content-type': 'application/json' };

export function namedOperation(id: string): Operation {
  const operation = (OPERATIONS as readonly Operation[]).find((one) => one.id === id);
  if (operation === undefined) throw new Error(`the interface has no ${id}`);
  return operation;
}

export function envelopeOperation(id: string): EnvelopeOperation {
  const operation = namedOperation(id);
  if (operation.surface !== 'envelope') throw new Error(`${id} has no envelope`);
  return operation;
}

/** The party that sends an operation: the network for messages, the acquirer for merchants, otherwise the bank. */
export function partyOf({ id }: Operation): Party {
  if (id === 'authorization.authorize-ecommerce' || id === 'tokens.request-provisioning') return 'network';
  return id.startsWith('merchants.') ? 'acquirer' : 'bank';
}

/** Builds a header with every field and a new msg_id. */
export function headerOf(operation: EnvelopeOperation, facts: RequestFacts): JsonObject {
  return {
    msg_id: freshId(12),
    msg_type: operation.defaultMsgType,
    msg_function: operation.requestFunction,
    src_application: 'CONFORM',
    target_application: 'CARDWRIGHT',
    timestamp: headerTimeOf(facts.now()),
    tracking_id: freshId(15),
    bank_id: facts.bank.bankId,
    instance_id: 'I1',
  };
}

/** Builds an envelope. `request` is the value of the request key: header and body. */
export function buildEnvelope(operation: EnvelopeOperation, request: JsonValue, facts: RequestFacts): RequestSent {
  const body = JSON.stringify({ [requestRoot(facts.operatorPrefix)]: { [operation.requestKey]: request } });
  return { method: 'POST', path: `/V2${operation.path}`, headers: JSON_TYPE, body };
}

/** The fields of a request by the place that carries them. */
export interface Parts {
  readonly params: JsonObject;
  readonly query: JsonObject;
  readonly headers: JsonObject;
  /** The whole body, or the header and body of an envelope. */
  readonly request: JsonObject;
}
export const PLACES = ['params', 'query', 'headers', 'request'] as const;
export type FieldPlace = (typeof PLACES)[number];

export function requestOfParts(operation: Operation, parts: Parts, facts: RequestFacts): RequestSent {
  if (operation.surface === 'envelope') return buildEnvelope(operation, parts.request, facts);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parts.params[name])),
  );
  const search = new URLSearchParams(parts.query as Record<string, string>).toString();
  const headers = parts.headers as Record<string, string>;
  const url = `/V2${path}${search === '' ? '' : `?${search}`}`;
  if (operation.surface !== 'rest')
    return { method: 'POST', path: url, headers: JSON_TYPE, body: JSON.stringify(parts.request) };
  const { method, requestType } = operation;
  if (operation.request === null) return { method, path: url, headers };
  if (requestType !== undefined)
    return { method, path: url, headers: { 'content-type': requestType, ...headers }, body: 'name\n' };
  return { method, path: url, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(parts.request) };
}
