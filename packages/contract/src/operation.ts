import type { Static, TObject, TSchema } from 'typebox';
import { type MsgType, requestHeader } from './envelope.ts';
import type { ErrorName } from './errors.ts';
import { record } from './schema/fields.ts';
import type { Scope } from './scopes.ts';
import type { SdkMethodName } from './sdk-resources.ts';

interface Described {
  /** `capability.verb-noun`: the name in logs, metrics, stored answers, docs, SDK and CLI. */
  readonly id: string;
  /** Its method of the SDK's client. The parameters follow: the ids of the path, then the body or the query, then options. */
  readonly sdk: SdkMethodName;
  readonly title: string;
  /** What it does, in a few sentences for somebody who has read nothing else. */
  readonly description: string;
  /** Where the repository's own reference describes it: a page and its heading. */
  readonly reference: `docs/interface/${string}`;
}

/** An operation in the `GwSrvRequest`/`GwSrvResponse` envelope: docs/interface/requests.md#envelope. */
export interface EnvelopeOperation<
  Req extends TObject = TObject,
  Res extends TObject = TObject,
  Name extends ErrorName = ErrorName,
> extends Described {
  readonly surface: 'envelope';
  /** Under `/V1` and `/V2`. */
  readonly path: string;
  readonly scope: Scope;
  /** Another scope, for a part of it. */
  readonly partScope?: { readonly scope: Scope; allows(body: Static<Req>): boolean };
  readonly requestKey: string;
  readonly responseKey: string;
  readonly requestFunction: string;
  readonly responseFunction: string;
  readonly defaultMsgType: MsgType;
  /** Whether it changes something, and so claims its message id: docs/interface/repeats.md#envelopes. */
  readonly changes: boolean;
  /** Whether exception_details carry trace, type and data too: the card settings do. */
  readonly extendedDetails?: true;
  readonly request: TObject<{ header: ReturnType<typeof requestHeader>; body: Req }>;
  readonly requestBody: Req;
  readonly responseBody: Res;
  /** The operation's own expected failures, in order of precedence. The general ones are not repeated. */
  readonly errors: readonly Name[];
}

type EnvelopeDefinition<Req extends TObject, Res extends TObject, Name extends ErrorName> = Omit<
  EnvelopeOperation<Req, Res, Name>,
  'surface' | 'request'
>;

export function defineEnvelope<Req extends TObject, Res extends TObject, const Name extends ErrorName>(
  definition: EnvelopeDefinition<Req, Res, Name>,
): EnvelopeOperation<Req, Res, Name> {
  const header = requestHeader(definition.defaultMsgType, definition.requestFunction);
  return { ...definition, surface: 'envelope', request: record({ header, body: definition.requestBody }) };
}

/** Some succeed with header and exception_details only: their answer has no body at all. */
export function answersBody({ responseBody }: EnvelopeOperation): boolean {
  return Object.keys(responseBody.properties).length > 0;
}

/** Scopes that let in for a part of the operation. */
export function partScopesOf(operation: Operation): Scope[] {
  if (operation.surface === 'envelope') return operation.partScope === undefined ? [] : [operation.partScope.scope];
  return operation.surface === 'rest' && operation.partScope !== undefined ? [operation.partScope] : [];
}

export function widerScopesOf(operation: Operation): Scope[] {
  return operation.surface === 'rest' && operation.widerScope !== undefined ? [operation.widerScope] : [];
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A plain JSON operation; failures are `application/problem+json` (RFC 9457) with `error_code`. */
export interface RestOperation<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Req extends TSchema = TSchema,
  Res extends TSchema = TSchema,
  Name extends ErrorName = ErrorName,
  Headers extends TObject = TObject,
> extends Described {
  readonly surface: 'rest';
  readonly method: Method;
  /** Under `/V1` and `/V2`; parameters in braces. */
  readonly path: string;
  /** Also served without a version in the path, as the current version. */
  readonly unversioned?: true;
  readonly scope: Scope;
  /** Another scope, for a part of it: the operation itself refuses who has this one alone and asks for more. */
  readonly partScope?: Scope;
  /** With this one too, it is about the whole bank or acquirer, and not only about what is the caller's own. */
  readonly widerScope?: Scope;
  readonly params: Params;
  readonly query: Query;
  /** A query name that it does not know is refused: a filter with a slip in its name would show everything. */
  readonly refusesUnknownQuery?: true;
  /** Headers of its table, in the table's spelling. Every answer repeats them, failures too. */
  readonly headers?: Headers;
  /** The one of these that names the bank, which must be the caller's own. */
  readonly bankHeader?: string;
  /** Body of a POST, a PUT or a PATCH; null where there is none. */
  readonly request: Req | null;
  readonly response: Res;
  /** 202 where the request is accepted now and carried out later; 200 where it asks for nothing to be carried out. */
  readonly successStatus?: 202;
  /**
   * It changes something and has no id of its own, so that its repeats are known by this header:
   * docs/interface/repeats.md#idempotency-key.
   */
  readonly takesIdempotencyKey?: true;
  /** A GET that answers once: a HEAD would take the answer away, and a repeat finds nothing. */
  readonly readsOnce?: true;
  /** `told`: its answers say the version in `ETag`. `compared`: a request may name it in `If-Match` too. */
  readonly version?: 'told' | 'compared';
  /** Findings say what a person can do about them. */
  readonly tellsActions?: true;
  /** Where the body is not JSON. */
  readonly requestType?: 'text/csv';
  readonly errors: readonly Name[];
}

export function defineRest<
  Params extends TObject,
  Query extends TObject,
  Req extends TSchema,
  Res extends TSchema,
  const Name extends ErrorName,
  Headers extends TObject = TObject<Record<never, never>>,
>(
  definition: Omit<RestOperation<Params, Query, Req, Res, Name, Headers>, 'surface'>,
): RestOperation<Params, Query, Req, Res, Name, Headers> {
  return { ...definition, surface: 'rest' };
}

/** The flat authorization message: answered in its own shape, whatever goes wrong. */
export interface FlatOperation<Req extends TObject = TObject, Res extends TObject = TObject> extends Described {
  readonly surface: 'flat';
  readonly path: string;
  readonly scope: Scope;
  readonly request: Req;
  readonly response: Res;
}

export function defineFlat<Req extends TObject, Res extends TObject>(
  definition: Omit<FlatOperation<Req, Res>, 'surface'>,
): FlatOperation<Req, Res> {
  return { ...definition, surface: 'flat' };
}

/** A message that the sender may sign instead of sending a token. Its answer has its own shape. */
export interface NotificationOperation<Req extends TObject = TObject, Res extends TObject = TObject> extends Described {
  readonly surface: 'notification';
  readonly path: string;
  readonly scope: Scope;
  readonly request: Req;
  readonly response: Res;
}

export function defineNotification<Req extends TObject, Res extends TObject>(
  definition: Omit<NotificationOperation<Req, Res>, 'surface'>,
): NotificationOperation<Req, Res> {
  return { ...definition, surface: 'notification' };
}

export type Operation = EnvelopeOperation | RestOperation | FlatOperation | NotificationOperation;

export type RequestBodyOf<O> = O extends EnvelopeOperation<infer Req> ? Static<Req> : never;
export type ResponseBodyOf<O> = O extends { responseBody: infer Res extends TObject } ? Static<Res> : never;
export type ErrorNameOf<O> = O extends { errors: readonly (infer Name extends ErrorName)[] } ? Name : never;
