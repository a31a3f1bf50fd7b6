import type { Static, TObject, TSchema } from 'typebox';
import type { ChangeKind } from './change-requests/change-values.ts';
import { type MsgType, requestHeader } from './envelope.ts';
import type { ErrorName } from './errors.ts';
import { record } from './schema/fields.ts';
import type { Scope } from './scopes.ts';
import type { SdkMethodName } from './sdk-resources.ts';

/** An operation that a later version removes: docs/interface-changes.md#deprecation. */
export interface Deprecation {
  /** The first day of the deprecation, in UTC: `2027-01-31`. */
  readonly since: string;
  /** The day from which the operation may be gone, in UTC, at least 180 days after `since`. */
  readonly sunset?: string;
  /** Page and heading of the reference that names the replacement. */
  readonly replacement: `docs/interface/${string}`;
}

interface Described {
  /** `capability.verb-noun`: the name in logs, metrics, stored answers, docs, SDK and CLI. */
  readonly id: string;
  /** Method of the SDK's client. Its parameters are the ids of the path, then the body or the query, then options. */
  readonly sdk: SdkMethodName;
  readonly title: string;
  /** A few sentences about the operation for readers without other context. */
  readonly description: string;
  /** Page and heading of the reference that describes it. */
  readonly reference: `docs/interface/${string}`;
  readonly deprecation?: Deprecation | undefined;
}

/** An operation in the `GwSrvRequest`/`GwSrvResponse` envelope: docs/interface/requests.md#envelope. */
export interface EnvelopeOperation<
  Req extends TObject = TObject,
  Res extends TObject = TObject,
  Name extends ErrorName = ErrorName,
> extends Described {
  readonly surface: 'envelope';
  /** Path below `/V1` and `/V2`. */
  readonly path: string;
  readonly scope: Scope;
  /** Another scope that grants access to a part of the operation. */
  readonly partScope?: { readonly scope: Scope; allows(body: Static<Req>): boolean };
  readonly requestKey: string;
  readonly responseKey: string;
  readonly requestFunction: string;
  readonly responseFunction: string;
  readonly defaultMsgType: MsgType;
  /**
   * Whether the operation changes something and therefore claims its message id: docs/interface/repeats.md#envelopes.
   */
  readonly changes: boolean;
  /** Whether exception_details also have trace, type and data, as in the card settings. */
  readonly extendedDetails?: true;
  readonly request: TObject<{ header: ReturnType<typeof requestHeader>; body: Req }>;
  readonly requestBody: Req;
  readonly responseBody: Res;
  /** The operation's own expected errors, in order of precedence, without the general ones. */
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

/** Some operations succeed with header and exception_details only: their answer has no body. */
export function answersBody({ responseBody }: EnvelopeOperation): boolean {
  return Object.keys(responseBody.properties).length > 0;
}

/** Returns the scopes that grant access to a part of the operation. */
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
  /** Path below `/V1` and `/V2`, with parameters in braces. */
  readonly path: string;
  /** Also served without a version in the path, as the current version. */
  readonly unversioned?: true;
  readonly scope: Scope;
  /**
   * Another scope that grants access to a part of the operation. The operation itself refuses a caller with only this
   * scope that requests more.
   */
  readonly partScope?: Scope;
  /** A scope that extends the operation from the caller's own data to the whole bank or acquirer. */
  readonly widerScope?: Scope;
  readonly params: Params;
  readonly query: Query;
  /** Set if the operation refuses unknown query parameters. A misspelled filter would otherwise return everything. */
  readonly refusesUnknownQuery?: true;
  /** Headers of the operation's table, in the table's spelling. Every answer repeats them, including failures. */
  readonly headers?: Headers;
  /** The header that names the bank, which must be the caller's own bank. */
  readonly bankHeader?: string;
  /** Body of a POST, a PUT or a PATCH. Null if there is none. */
  readonly request: Req | null;
  readonly response: Res;
  /**
   * Kinds of changes that the operation can make. If the bank requires a second person for one of them, the answer is
   * 202 with a change request: docs/interface/change-requests.md.
   */
  readonly changeKinds?: readonly ChangeKind[];
  /** 202: the request is accepted now and processed later. 200 if there is nothing to process. */
  readonly successStatus?: 202;
  /**
   * Set if the operation changes something and has no id of its own. This header identifies its repeats:
   * docs/interface/repeats.md#idempotency-key.
   */
  readonly takesIdempotencyKey?: true;
  /** A field of the body that identifies repeats, with the same effect as an Idempotency-Key. */
  readonly repeatedBy?: string;
  /** Set for a GET that answers only once. A HEAD would use up the answer, and a repeat finds nothing. */
  readonly readsOnce?: true;
  /** `response`: responses have an `ETag`. `precondition`: requests may also send it in `If-Match`. */
  readonly entityTag?: 'response' | 'precondition';
  /** Findings include an action for a person. */
  readonly listsActions?: true;
  /** Set if the body is not JSON. */
  readonly requestType?: 'text/csv';
  readonly errors: readonly Name[];
}

const NOTHING = record({});

interface RestDefinition<
  Params extends TObject,
  Query extends TObject,
  Req extends TSchema,
  Res extends TSchema,
  Name extends ErrorName,
  Headers extends TObject,
> extends Omit<
    RestOperation<Params, Query, Req, Res, Name, Headers>,
    'surface' | 'params' | 'query' | 'request' | 'errors'
  > {
  /** None by default, as for the query, the body and the errors. */
  readonly params?: Params;
  readonly query?: Query;
  readonly request?: Req;
  readonly errors?: readonly Name[];
}

export function defineRest<
  Res extends TSchema,
  const Name extends ErrorName = never,
  Params extends TObject = typeof NOTHING,
  Query extends TObject = typeof NOTHING,
  Req extends TSchema = never,
  Headers extends TObject = TObject<Record<never, never>>,
>(
  definition: RestDefinition<Params, Query, Req, Res, Name, Headers>,
): RestOperation<Params, Query, Req, Res, Name, Headers> {
  const { params = NOTHING as Params, query = NOTHING as Query, request = null, errors = [] } = definition;
  return { ...definition, surface: 'rest', params, query, request, errors };
}

/** The flat authorization message. All outcomes have the same answer form. */
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

/** A message that the sender may sign instead of sending a token. Its answer has a form of its own. */
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
