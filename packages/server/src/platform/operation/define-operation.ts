import type {
  BodyError,
  ChangeKind,
  EnvelopeOperation,
  ErrorName,
  ErrorNameOf,
  Finding,
  JsonObject,
  NotificationOperation,
  RestOperation,
  Warning,
} from '@cardwright/contract';
import type { Static, TObject, TSchema } from 'typebox';
import type { Caller } from '../access/index.ts';
import type { AuditFacts } from '../audit/index.ts';
import type { Bank } from '../kernel/bank.ts';
import { ok, type Result } from '../kernel/result.ts';
import type { Tx } from '../storage/index.ts';
import type { ReportedChange } from './change-events.ts';

/** The context of an operation: a transaction that it can neither open nor end, and the caller. */
export interface OperationContext {
  readonly tx: Tx;
  readonly caller: Caller;
  readonly now: Date;
  readonly requestId: string;
  /** The caller's address. */
  readonly fromAddress?: string | undefined;
  /** Set if a second person makes the change for its proposer, who does not receive the answer. */
  readonly appliesRequest?: true;
  /** Set for a part of a configuration: all of its backtests may wait at once. */
  readonly isPartOfConfiguration?: true;
  /** Aborts when the caller closes the connection, for operations that may be dropped then. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Writes a row of the audit log if the operation succeeds, with the changed values before and after, but never a
   * secret or personal data. Card numbers are masked. A change is an event too, for endpoints that subscribe to it.
   */
  audit(bankId: string, subject: string, outcome: string, details?: AuditFacts, change?: ReportedChange): void;
  /** Records a warning about something that was accepted. */
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
  /** Set if the configuration names another response function than the contract. */
  readonly responseFunction?: string;
  /**
   * Checks conditions of the bank that no schema can express. Runs together with the schema, so `body` may be invalid.
   */
  check?(bank: Bank, body: unknown): Finding[];
  /**
   * Further findings for a body that the schema refused, if they need the database, so that the answer lists all
   * findings. Values that broke the schema are null. For a body that passes the schema only `run` is called.
   */
  examine?(context: Pick<EnvelopeContext, 'tx' | 'bank' | 'now'>, body: unknown): Promise<readonly Finding[]>;
  run(context: EnvelopeContext, body: Static<Req>): Promise<Result<Static<Res>, Name | BodyError>>;
}

/**
 * Errors of a plain JSON operation while it runs: those of its contract, those of a field, foreign data, and its own
 * limit.
 */
export type RestError<O extends RestOperation> =
  | ErrorNameOf<O>
  | BodyError
  | 'wrong_bank'
  | 'scope_missing'
  | 'too_many_requests';

/** Binds an implementation to its contract: an error that the contract does not list does not compile. */
export function implementEnvelope<Req extends TObject, Res extends TObject, Name extends ErrorName>(
  contract: EnvelopeOperation<Req, Res, Name>,
  implementation: Omit<EnvelopeImplementation<Req, Res, Name>, 'contract'>,
): EnvelopeImplementation {
  // the list has operations with different body types; each was checked against its own contract here
  return { contract, ...implementation } as unknown as EnvelopeImplementation;
}

interface RestInput<Params, Query, Body, Headers> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** All headers as received, with names in lower case, and those of the contract, validated and in its spelling. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>> & Headers;
}

export interface RestAnswer<Body> {
  readonly body: Body;
  readonly replayed?: boolean;
  /** 202 if the request is accepted now and carried out later. */
  readonly status?: 200 | 202;
  /** The version of the returned object, if the contract reports versions. */
  readonly version?: number;
}

/** The result of reading a body. */
interface ReadContent<Content> {
  readonly content: Content;
  readonly findings: readonly Finding[];
  readonly warnings: readonly Warning[];
  /** Number of warnings beyond those that are listed. */
  readonly omittedWarnings?: number;
  /** Waits until the operation may run. */
  begin?(): Promise<void>;
  /** Called after the request is answered, whether or not the operation started. */
  end?(): void;
}

/**
 * Reads a body that is larger than 1 MiB, is not JSON or is not validated by the contract's schema. Called only for
 * authorized callers. Its findings refuse the request; `run` may report more. `signal` aborts when the caller closes the
 * connection: the work may then be dropped with `ClientDisconnected`.
 */
export interface BodyReader<Content = unknown> {
  readonly limitBytes: number;
  read(
    body: { readonly contentType: string | undefined; readonly raw: unknown },
    caller: Caller,
    signal?: AbortSignal,
  ): Promise<Result<ReadContent<Content>, 'body_unreadable' | 'wrong_bank' | 'try_again_later'>>;
}

/** `request` is null or a schema; this narrows the union in the contract's type. */
type BodyOf<Request> = [NonNullable<Request>] extends [never] ? null : Static<NonNullable<Request> & TSchema>;

/** A change for which a bank can require a second person (docs/interface/change-requests.md). */
export interface SecondPersonChange {
  readonly kinds: readonly ChangeKind[];
  /** Whether it needs a second person only if it breaks a promise. */
  readonly onlyForPromises?: true;
  /** Whether it ends a promise, and so needs a second person whatever the bank requires for its kinds. */
  readonly endsPromise?: true;
  /** In the form that the audit log uses. */
  readonly subject: string;
  /** Differs after each change of the object that the request changes. */
  readonly version: string;
  /** Whether the version also identifies the requested content, so that a repeat finds the pending request. */
  readonly isWhole?: true;
  /** What people read, if the change in the audit log says too little. */
  readonly display?: { readonly before: object | null; readonly after: object | null };
}

export interface RestImplementation<O extends RestOperation = RestOperation> {
  readonly contract: O;
  /** Replaces the contract's schema. */
  readonly reader?: BodyReader;
  run(
    context: OperationContext,
    input: RestInput<Static<O['params']>, Static<O['query']>, BodyOf<O['request']>, Static<NonNullable<O['headers']>>>,
  ): Promise<Result<RestAnswer<Static<O['response']>>, RestError<O>>>;
  /**
   * Further findings for a request that the schemas refused, if they need the caller or the database, so that one
   * answer lists all findings. Values that broke a schema are null. For a request that passes the schemas only `run` is
   * called.
   */
  examine?(
    context: Pick<OperationContext, 'tx' | 'caller' | 'now'>,
    input: { readonly body: JsonObject },
  ): Promise<readonly Finding[]>;
  /**
   * The change that the request makes, if the bank can require a second person for it. Locks what it reads until the
   * transaction ends. Undefined if no kind of change applies, and for a request that `run` refuses.
   */
  secondPerson?(
    context: OperationContext,
    input: RestInput<Static<O['params']>, Static<O['query']>, BodyOf<O['request']>, Static<NonNullable<O['headers']>>>,
  ): Promise<SecondPersonChange | undefined>;
  /**
   * Runs instead of `run` if the operation may call another server first: the transaction is rolled back, and the
   * operation runs again with the answer.
   */
  runOrCall?(
    context: CallingContext<unknown>,
    input: Parameters<RestImplementation<O>['run']>[1],
  ): Promise<Result<RestAnswer<Static<O['response']>>, RestError<O>> | PendingCall<unknown>>;
  /** Carries out after the commit what `run` prepared in the transaction, and returns the answer. */
  finish?(prepared: unknown): Promise<Static<O['response']>>;
}

/** A call to another server, which an operation makes while no transaction is open. */
export class PendingCall<Answer> {
  readonly make: () => Promise<Answer>;

  constructor(make: () => Promise<Answer>) {
    this.make = make;
  }
}

export interface CallingContext<Answer> extends OperationContext {
  /** The answer of the call; undefined on the first run. */
  readonly answer?: Answer;
}

export function implementRest<O extends RestOperation>(
  contract: O,
  run: RestImplementation<O>['run'],
  more: Pick<RestImplementation<O>, 'examine' | 'secondPerson'> = {},
): RestImplementation {
  return { contract, run, ...more } as unknown as RestImplementation;
}

/** For a body that is large or not JSON: `run` gets the reader's result. */
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

/**
 * For a decision that may need the answer of another server. The first run returns the call, and its writes are rolled
 * back. The second run has the answer, and returns no call.
 */
export function implementRestWithCall<O extends RestOperation, Answer>(
  contract: O,
  runOrCall: (
    context: CallingContext<Answer>,
    input: Parameters<RestImplementation<O>['run']>[1],
  ) => Promise<Awaited<ReturnType<RestImplementation<O>['run']>> | PendingCall<Answer>>,
): RestImplementation {
  const run = () => Promise.reject(new Error(`${contract.id} can call another server: it runs by itself only`));
  return { contract, run, runOrCall } as unknown as RestImplementation;
}

/** For work that takes long or calls another server: no transaction stays open meanwhile. */
export function implementRestInTwoSteps<O extends RestOperation, Prepared>(
  contract: O,
  steps: {
    prepare(...args: Parameters<RestImplementation<O>['run']>): Promise<Result<Prepared, RestError<O>>>;
    finish(prepared: Prepared): Promise<Static<O['response']>>;
  },
): RestImplementation {
  if (contract.takesIdempotencyKey)
    throw new Error(`${contract.id} answers after the commit, so no answer can be stored in it`);
  const run: RestImplementation<O>['run'] = async (context, input) => {
    const prepared = await steps.prepare(context, input);
    return prepared.ok ? ok({ body: prepared.value as Static<O['response']> }) : prepared;
  };
  return { contract, run, finish: steps.finish } as unknown as RestImplementation;
}

/** The implementations of a capability, which its index.ts exports. */
export interface Implementations {
  readonly envelope?: readonly EnvelopeImplementation[];
  readonly rest?: readonly RestImplementation[];
}

/** The sender of a notification: a caller of the receiving bank, or a holder of one of the bank's keys. */
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
