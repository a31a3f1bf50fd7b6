import {
  answersBody,
  compile,
  type EnvelopeOperation,
  ERRORS,
  type ErrorName,
  type Finding,
  isJsonObject,
  type JsonObject,
  type RequestHeader,
  requestRoot,
  type Scope,
  type Warning,
} from '@cardwright/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf, type Caller, checkBank } from '../../access/index.ts';
import type { Bank } from '../../kernel/bank.ts';
import { type Failure, fail } from '../../kernel/result.ts';
import { createCalendar } from '../../kernel/time/calendar.ts';
import {
  type CallContext,
  type EnvelopeImplementation,
  examineEnvelope,
  readBody,
  runEnvelope,
} from '../../operation/index.ts';
import { disconnectSignal } from '../client-disconnect.ts';
import { recordFault } from '../faults.ts';
import { type Refusal, recordDenial } from '../record-denial.ts';
import { type EnvelopeShape, readableHeader, renderFailure, renderSuccess, responseTime } from './render-envelope.ts';
import { admissionOf, recordWarnings, requireScope, type SurfaceDeps } from './surface.ts';

/** Key of an answer to a request whose operation is unknown. */
const UNKNOWN_RESPONSE_KEY = 'response_error';
const UNKNOWN_FUNCTION = 'REP_ERROR';

interface Bound {
  readonly implementation: EnvelopeImplementation;
  readonly contract: EnvelopeOperation;
  readonly responseFunction: string;
  readonly validate: ReturnType<typeof compile>;
}

/** The state of a request so far. It shapes the answer, also to a later failure. */
interface Progress {
  operation: Bound | undefined;
  header: JsonObject;
  bank: Bank | undefined;
  warnings: Warning[];
}

type Outcome = (
  | { body: JsonObject | undefined; replayed: boolean }
  | ({ error: ErrorName; findings: Finding[] } & Pick<Refusal, 'subject'>)
) & {
  detail?: string | undefined;
};

export type EnvelopeHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<string>;

/**
 * Serves the envelope operations: each under its own path, and all of them under one path, selected by the request key.
 */
export function createEnvelopeSurface(deps: SurfaceDeps, implementations: readonly EnvelopeImplementation[]) {
  const bound = implementations.map((implementation): Bound => {
    const { contract } = implementation;
    return {
      implementation,
      contract,
      responseFunction: implementation.responseFunction ?? contract.responseFunction,
      validate: compile(contract.request),
    };
  });
  const byRequestKey = new Map(bound.map((operation) => [operation.contract.requestKey, operation]));
  return {
    /** Handler of one operation's own path. */
    forOperation(contract: EnvelopeOperation): EnvelopeHandler {
      const expected = byRequestKey.get(contract.requestKey);
      return (request, reply) => handle(deps, byRequestKey, expected, request, reply);
    },
    /** Handler of the path for any operation. */
    dispatch: ((request, reply) => handle(deps, byRequestKey, undefined, request, reply)) as EnvelopeHandler,
  };
}

async function handle(
  deps: SurfaceDeps,
  byRequestKey: ReadonlyMap<string, Bound>,
  expected: Bound | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const progress: Progress = { operation: expected, header: {}, bank: undefined, warnings: [] };
  const now = deps.clock.now();
  let outcome: Outcome;
  try {
    outcome = await proceed(deps, byRequestKey, progress, request, reply, now);
  } catch (error) {
    outcome = { error: recordFault(request, error, 'envelope operation failed'), findings: [] };
  }
  const operationId = progress.operation?.contract.id ?? 'unknown';
  request.operationId = operationId;
  recordWarnings(deps, reply, progress.bank?.bankId, operationId, progress.warnings, now);
  reply.header('content-type', 'application/json; charset=utf-8');
  const shape = shapeOf(deps, progress, request.id, deps.clock.now());
  if ('body' in outcome) {
    if (outcome.replayed) reply.header('idempotent-replayed', 'true');
    return renderSuccess(shape, outcome.body, outcome.detail);
  }
  request.errorName = outcome.error;
  request.findings = outcome.findings;
  await recordDenial(deps, request, outcome.error, outcome);
  reply.code(deps.settings.CARDWRIGHT_ENVELOPE_HTTP_200 ? 200 : ERRORS[outcome.error].http);
  return renderFailure(shape, outcome.error, outcome.findings, outcome.detail);
}

async function proceed(
  deps: SurfaceDeps,
  byRequestKey: ReadonlyMap<string, Bound>,
  progress: Progress,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
): Promise<Outcome> {
  const prefix = deps.settings.CARDWRIGHT_OPERATOR_PREFIX;
  const admitted = await admissionOf(deps, request, reply, { limited: true });
  const read = readBody(request.headers['content-type'], request.body);
  if (read.ok) {
    const requestKey = progress.operation?.contract.requestKey;
    progress.operation ??= operationOf(read.value, prefix, byRequestKey);
    progress.header = readableHeader(read.value, prefix, requestKey);
  }
  if (!admitted.ok) return failed(admitted);
  const caller = admitted.value;
  progress.bank = caller.bankId === undefined ? undefined : deps.bank(caller.bankId);
  if (!read.ok) return failed(wholeMessage(read));
  const { operation } = progress;
  const wrong = operation === undefined ? 'the request names no operation' : wrongKeys(read.value, prefix, operation);
  if (operation === undefined || wrong !== undefined)
    return failed(fail('unknown_operation', { message: wrong ?? '' }));
  const scoped = requireScope(caller, scopeFor(caller, operation.contract));
  if (!scoped.ok) return failed(scoped);
  return await checkAndRun(deps, operation, caller, progress, read.value, {
    requestId: request.id,
    fromAddress: addressOf(request),
    now,
    signal: disconnectSignal(reply),
  });
}

async function checkAndRun(
  deps: SurfaceDeps,
  operation: Bound,
  caller: Caller,
  progress: Progress,
  body: JsonObject,
  callContext: Omit<CallContext, 'caller'>,
): Promise<Outcome> {
  const root = body[requestRoot(deps.settings.CARDWRIGHT_OPERATOR_PREFIX)] as JsonObject;
  const input = root[operation.contract.requestKey] as JsonObject;
  const checked = operation.validate(input, '');
  progress.warnings.push(...checked.warnings);
  const value = checked.value as { header: RequestHeader; body: JsonObject };
  const findings = [...checked.findings];
  if (progress.bank !== undefined && isJsonObject(input.body)) {
    findings.push(...(operation.implementation.check?.(progress.bank, value.body) ?? []));
  }
  const bankInHeader = progress.header.bank_id;
  // a malformed bank_id is reported as a finding; another bank's is refused before anything else
  const isBankId = !findings.some(({ path }) => path === 'header.bank_id');
  if (typeof bankInHeader === 'string' && isBankId) {
    const bankCheck = checkBank(caller, bankInHeader);
    if (!bankCheck.ok) return failed(bankCheck);
  }
  const [first] = findings;
  if (first !== undefined) {
    const { bank } = progress;
    const isReadable = bank !== undefined && isJsonObject(input.body);
    if (isReadable)
      findings.push(...(await examineEnvelope(deps, operation.implementation, bank, value.body, callContext.now)));
    return { error: first.error, findings };
  }
  const scoped = requireScope(caller, scopeFor(caller, operation.contract, value.body));
  if (!scoped.ok) return failed(scoped);
  if (progress.bank === undefined) return failed(fail('bank_not_found'));
  const result = await runEnvelope(deps, operation.implementation, progress.bank, value, { caller, ...callContext });
  if (!result.ok) return failed(result as Failure<ErrorName>);
  progress.warnings.push(...result.value.warnings);
  const responseBody = answersBody(operation.contract) ? result.value.body : undefined;
  return { body: responseBody, replayed: result.value.replayed, detail: result.value.detail };
}

/**
 * The scope that the caller needs: that of a part of the operation, if the caller only has that one and requests no
 * more.
 */
function scopeFor(caller: Caller, { scope, partScope }: EnvelopeOperation, body?: JsonObject): Scope {
  if (partScope === undefined || caller.scopes.has(scope) || !caller.scopes.has(partScope.scope)) return scope;
  return body === undefined || partScope.allows(body as never) ? partScope.scope : scope;
}

/** The operation that the request key of a body selects. */
function operationOf(body: JsonObject, prefix: string, operations: ReadonlyMap<string, Bound>): Bound | undefined {
  const root = body[requestRoot(prefix)];
  const key = isJsonObject(root) ? Object.keys(root)[0] : undefined;
  return key === undefined ? undefined : operations.get(key);
}

/**
 * The detail of `unknown_operation` for a wrong root, a wrong request key, or more than one; undefined for right keys.
 */
function wrongKeys(body: JsonObject, prefix: string, { contract }: Bound): string | undefined {
  const root = body[requestRoot(prefix)];
  if (!isJsonObject(root)) return `the root key must be ${requestRoot(prefix)}`;
  const keys = Object.keys(root);
  if (keys.length === 1 && isJsonObject(root[contract.requestKey])) return undefined;
  return `${requestRoot(prefix)} must contain only ${contract.requestKey}, an object`;
}

/**
 * The failure without findings: paths start at the header or the body, which an unreadable body does not have, so its
 * message names the place.
 */
function wholeMessage({ findings: _, ...failure }: Failure<ErrorName>): Failure<ErrorName> {
  return failure;
}

function failed(failure: Failure<ErrorName>): Outcome {
  const { error, message = ERRORS[error].text, path = '', findings = [{ path, error, message }], ...more } = failure;
  const { detail, subject } = more;
  return { error, findings: [...findings], detail, ...(subject !== undefined && { subject }) };
}

const UTC = createCalendar('UTC', '00:00');

function shapeOf(deps: SurfaceDeps, progress: Progress, requestId: string, now: Date): EnvelopeShape {
  const calendar = progress.bank?.calendar ?? UTC;
  return {
    prefix: deps.settings.CARDWRIGHT_OPERATOR_PREFIX,
    responseKey: progress.operation?.contract.responseKey ?? UNKNOWN_RESPONSE_KEY,
    responseFunction: progress.operation?.responseFunction ?? UNKNOWN_FUNCTION,
    time: responseTime(calendar, now, deps.settings.CARDWRIGHT_RESPONSE_TIME),
    header: progress.header,
    trace: progress.operation?.contract.extendedDetails ? requestId : undefined,
  };
}
