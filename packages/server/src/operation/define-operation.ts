import type {
  BodyError,
  EnvelopeOperation,
  ErrorName,
  ErrorNameOf,
  Finding,
  NotificationOperation,
  RestOperation,
  Warning,
} from '@cardwright/contract';
import type { Static, TObject, TSchema } from 'typebox';
import type { Caller } from '../access/index.ts';
import type { AuditChange, AuditFacts } from '../audit/index.ts';
import type { Bank } from '../kernel/bank.ts';
import { ok, type Result } from '../kernel/result.ts';
import type { Tx } from '../storage/index.ts';

/** What the runner hands to an operation: a transaction that it can neither open nor end, and who is asking. */
export interface OperationContext {
  readonly tx: Tx;
  readonly caller: Caller;
  readonly now: Date;
  readonly requestId: string;
  /** The caller's address. */
  readonly fromAddress?: string | undefined;
  /**
   * Writes a line of the audit log when the operation succeeds, with what was changed, as it was and as it is: never a
   * secret, nor a person's data. Card numbers are masked.
   */
  audit(bankId: string, subject: string, outcome: string, details?: AuditFacts, change?: AuditChange): void;
  /** Records something that was accepted but deserves a word. */
  warn(warning: Warning): void;
}

/** An envelope operation always acts for one bank. */
export interface EnvelopeContext extends OperationContext {
  readonly bank: Bank;
}

export interface EnvelopeImplementation<
  Req extends TObject = TObject,
  Res extends TObject = TObject,
  Name extends ErrorName = ErrorName,
> {
  readonly contract: EnvelopeOperation<Req, Res, Name>;
  /** Where a setting names another response function than the contract's. */
  readonly responseFunction?: string;
  /** Conditions of the bank that a schema cannot say. Asked beside the schema: `body` may break its own rules. */
  check?(bank: Bank, body: unknown): Finding[];
  /**
   * What else is wrong with a body that was refused already, as far as it has to be looked up: all findings are told at
   * once. Null stands where a value broke the schema. What passes the schema is looked at by `run` alone.
   */
  examine?(context: Pick<EnvelopeContext, 'tx' | 'bank' | 'now'>, body: unknown): Promise<readonly Finding[]>;
  run(context: EnvelopeContext, body: Static<Req>): Promise<Result<Static<Res>, Name | BodyError>>;
}

/** What a plain JSON operation may answer once it runs: what its contract lists, and what any of them finds out late. */
export type RestError<O extends RestOperation> = ErrorNameOf<O> | BodyError | 'wrong_bank';

/** Ties what happens to its contract: an error that the contract does not list does not compile. */
export function implementEnvelope<Req extends TObject, Res extends TObject, Name extends ErrorName>(
  contract: EnvelopeOperation<Req, Res, Name>,
  implementation: Omit<EnvelopeImplementation<Req, Res, Name>, 'contract'>,
): EnvelopeImplementation {
  // one list holds operations of all bodies; each was checked against its own contract here
  return { contract, ...implementation } as unknown as EnvelopeImplementation;
}

export interface RestInput<Params, Query, Body, Headers> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** All as they came, in lower case; and those that the contract names, checked, in its spelling. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>> & Headers;
}

export interface RestAnswer<Body> {
  readonly body: Body;
  readonly replayed?: boolean;
  /** 202 where what was asked for is taken, and done later. */
  readonly status?: 200 | 202;
}

/** What a body was found to hold. */
export interface ReadContent<Content> {
  readonly content: Content;
  readonly findings: readonly Finding[];
  readonly warnings: readonly Warning[];
}

/**
 * Reads a body that is not JSON of at most 1 MiB held against the contract's schema. Asked only for callers that are let
 * in; what it finds wrong refuses the request, and what it leaves to `run` is that one's to tell.
 */
export interface BodyReader<Content = unknown> {
  readonly limitBytes: number;
  read(
    body: { readonly contentType: string | undefined; readonly raw: unknown },
    caller: Caller,
  ): Promise<Result<ReadContent<Content>, 'body_unreadable' | 'wrong_bank'>>;
}

/** `request` is null or a schema; the union in the contract's type is told apart here. */
type BodyOf<Request> = [NonNullable<Request>] extends [never] ? null : Static<NonNullable<Request> & TSchema>;

export interface RestImplementation<O extends RestOperation = RestOperation> {
  readonly contract: O;
  /** Instead of the contract's schema. */
  readonly reader?: BodyReader;
  run(
    context: OperationContext,
    input: RestInput<Static<O['params']>, Static<O['query']>, BodyOf<O['request']>, Static<NonNullable<O['headers']>>>,
  ): Promise<Result<RestAnswer<Static<O['response']>>, RestError<O>>>;
  /** What `run` prepared in the transaction is carried out after its commit, and the answer is what comes of it. */
  finish?(prepared: unknown): Promise<Static<O['response']>>;
}

export function implementRest<O extends RestOperation>(
  contract: O,
  run: RestImplementation<O>['run'],
): RestImplementation {
  return { contract, run } as unknown as RestImplementation;
}

/** For a body that is large, or no JSON: `run` gets what the reader made of it. */
export function implementRestWithReader<O extends RestOperation, Content>(
  contract: O,
  reader: BodyReader<Content>,
  run: (
    context: OperationContext,
    input: Omit<Parameters<RestImplementation<O>['run']>[1], 'body'> & { readonly body: Content },
  ) => ReturnType<RestImplementation<O>['run']>,
): RestImplementation {
  return { contract, reader, run } as unknown as RestImplementation;
}

/** For what takes long or asks somebody else's server: no transaction stays open for it. */
export function implementRestInTwoSteps<O extends RestOperation, Prepared>(
  contract: O,
  steps: {
    prepare(...asked: Parameters<RestImplementation<O>['run']>): Promise<Result<Prepared, RestError<O>>>;
    finish(prepared: Prepared): Promise<Static<O['response']>>;
  },
): RestImplementation {
  const run: RestImplementation<O>['run'] = async (context, input) => {
    const prepared = await steps.prepare(context, input);
    return prepared.ok ? ok({ body: prepared.value as Static<O['response']> }) : prepared;
  };
  return { contract, run, finish: steps.finish } as unknown as RestImplementation;
}

/** What a capability implements of the contract. Its index.ts exports a function that answers this. */
export interface Implementations {
  readonly envelope?: readonly EnvelopeImplementation[];
  readonly rest?: readonly RestImplementation[];
}

/** Who sent a notification: a caller of the bank that it is for, or somebody who has one of the bank's keys. */
export interface NotificationSender {
  readonly bankId: string;
  readonly authenticatedBy: 'BEARER' | 'SIGNATURE';
}

export interface NotificationImplementation<O extends NotificationOperation = NotificationOperation> {
  readonly contract: O;
  run(
    context: OperationContext & { readonly sender: NotificationSender },
    notification: Static<O['request']>,
  ): Promise<Result<RestAnswer<Static<O['response']>>, 'duplicate_message_id'>>;
}

export function implementNotification<O extends NotificationOperation>(
  contract: O,
  run: NotificationImplementation<O>['run'],
): NotificationImplementation<O> {
  return { contract, run };
}
