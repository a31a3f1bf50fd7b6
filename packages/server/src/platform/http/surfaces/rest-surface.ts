import {
  compile,
  ERRORS,
  type ErrorName,
  type FieldSchema,
  type Finding,
  type JsonObject,
  type JsonValue,
  type RestOperation,
  type Scope,
  type Warning,
  writeJson,
} from '@cardwright/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf, type Caller, callerLog, checkBank } from '../../access/index.ts';
import { OPERATOR_LOG } from '../../audit/index.ts';
import { entityTag } from '../../kernel/entity-tag.ts';
import { type Failure, fail, ok, type Result } from '../../kernel/result.ts';
import { maskCardNumbers, maskValidCardNumbers } from '../../kernel/text/masked-text.ts';
import { examineRest, IncompleteBody, type RestImplementation, readBody, runRest } from '../../operation/index.ts';
import { disconnectSignal } from '../client-disconnect.ts';
import { readControlHeaders } from '../control-headers.ts';
import { recordFault } from '../faults.ts';
import { recordDenial } from '../record-denial.ts';
import { renderFinding } from './render-finding.ts';
import { admissionOf, recordWarnings, requireScope, type SurfaceDeps } from './surface.ts';

/** Serves one plain JSON operation; failures are `application/problem+json` (RFC 9457) with `error_code`. */
export function createRestHandler(deps: SurfaceDeps, implementation: RestImplementation) {
  const { contract } = implementation;
  const readInput = createInputReader(implementation);
  const options = { actions: contract.listsActions === true };
  const repeatedHeaders = Object.entries((contract.headers as FieldSchema | undefined)?.properties ?? {});

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    request.operationId = contract.id;
    const now = deps.clock.now();
    let end: (() => void) | undefined;
    for (const [name, { maxLength }] of repeatedHeaders) repeatHeader(request, reply, name, maxLength);
    try {
      const admitted = await admissionOf(deps, request, reply, { limited: true });
      if (!admitted.ok) return problem(reply, request, admitted);
      const caller = admitted.value;
      const scoped = requireScope(caller, scopeFor(caller, contract));
      if (!scoped.ok) return problem(reply, request, scoped);
      const signal = disconnectSignal(reply);
      const read = await readInput(request, caller, signal);
      if (!read.ok) return problem(reply, request, read, read.findings);
      end = read.value.end;
      const { input, findings, warnings, omittedWarnings } = read.value;
      const note = (more: readonly Warning[] = []) =>
        recordWarnings(deps, reply, ledgerOf(caller), contract.id, [...warnings, ...more], now, omittedWarnings);
      const bankCheck = checkBankHeader(deps, contract, caller, read.value);
      if (!bankCheck.ok) {
        note();
        return problem(reply, request, bankCheck);
      }
      const [first] = findings;
      if (first !== undefined) {
        note();
        const further = await examineRest(deps, implementation, input.body, { caller, now });
        const more = read.value.omittedCount;
        const failure = fail(first.error, more > 0 ? { extra: { more } } : {});
        return problem(reply, request, failure, [...findings, ...further], options);
      }
      await read.value.begin?.();
      const result = await runRest(deps, implementation, input, {
        caller,
        now,
        requestId: request.id,
        fromAddress: addressOf(request),
        signal,
      });
      note(result.ok ? result.value.warnings : []);
      if (result.ok ? result.value.replayed : result.replayed) reply.header('idempotent-replayed', 'true');
      if (!result.ok) return problem(reply, request, result as Failure<ErrorName>, result.findings, options);
      if (result.value.status !== undefined) reply.code(result.value.status);
      if (result.value.version !== undefined) reply.header('etag', entityTag(result.value.version));
      reply.header('content-type', 'application/json; charset=utf-8');
      return writeJson(result.value.body as JsonObject);
    } catch (error) {
      return problem(reply, request, fail(recordFault(request, error, 'operation failed')));
    } finally {
      end?.();
    }
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const text = await answer(request, reply);
    if (request.errorName !== undefined) await recordDenial(deps, request, request.errorName, request.refusal);
    return text;
  };
}

interface Read {
  readonly input: Parameters<RestImplementation['run']>[1];
  readonly findings: Finding[];
  readonly warnings: Warning[];
  /** Number of findings beyond those that are listed. */
  readonly omittedCount: number;
  readonly omittedWarnings: number | undefined;
  readonly begin: (() => Promise<void>) | undefined;
  readonly end: (() => void) | undefined;
}

/** Reads and checks path, query, headers and body, in this order, against the contract's schemas. */
function createInputReader({ contract, reader }: RestImplementation) {
  const checkParams = compile(contract.params);
  const checkQuery = compile(contract.query);
  const checkHeaders = contract.headers === undefined ? undefined : compile(contract.headers);
  const headerNames = Object.keys(contract.headers?.properties ?? {});
  const checkBody = contract.request === null || reader !== undefined ? undefined : compile(contract.request);

  return async (
    request: FastifyRequest,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<Result<Read, 'body_unreadable' | 'wrong_bank' | 'try_again_later'>> => {
    const body = checkBody === undefined ? undefined : readOptionalBody(request);
    if (body !== undefined && !body.ok) return body;
    const contentType = request.headers['content-type'];
    const content = await reader?.read({ contentType, raw: request.body }, caller, signal);
    if (content !== undefined && !content.ok) return content;
    const params = checkParams(request.params as JsonValue, '');
    const checked = checkQuery(request.query as JsonValue, '');
    const query = contract.refusesUnknownQuery ? withoutUnknown(checked) : checked;
    const headers = checkHeaders?.(pickHeaders(request, headerNames), '');
    const checkedBody = checkBody?.(body?.value ?? {}, '');
    const control = readControlHeaders(contract, request.headers);
    const all = [params, query, headers, control, checkedBody, content?.value].filter((part) => part !== undefined);
    const input = {
      params: params.value,
      query: query.value,
      body: content?.value.content ?? checkedBody?.value ?? null,
      headers: { ...request.headers, ...headers?.value, ...control.value },
    };
    return ok({
      input: input as Read['input'],
      findings: all.flatMap(({ findings }) => findings),
      warnings: all.flatMap(({ warnings }) => warnings),
      omittedCount: [params, query, headers, checkedBody].reduce((sum, part) => sum + (part?.omittedCount ?? 0), 0),
      omittedWarnings: content?.value.omittedWarnings,
      begin: content?.value.begin,
      end: content?.value.end,
    });
  };
}

/** Splits off query parameters that the operation does not define, as findings. */
function withoutUnknown<C extends Pick<Read, 'findings' | 'warnings'>>(checked: C): C {
  const { findings, warnings } = checked;
  const isUnknown = ({ rule }: Warning) => rule === 'unknown-field';
  const unknown = warnings.filter(isUnknown).map(({ path }) => ({
    path,
    error: 'value_not_allowed' as const,
    message: 'is no parameter of this list',
  }));
  return { ...checked, findings: [...findings, ...unknown], warnings: warnings.filter((one) => !isUnknown(one)) };
}

/** The owner of the list in which deviations are counted: a bank or an acquirer. */
function ledgerOf(caller: Caller): string | undefined {
  const log = callerLog(caller);
  return log === OPERATOR_LOG ? undefined : log;
}

/** Picks headers by their case-insensitive names, and returns them under the table's spelling, which findings use. */
function pickHeaders(request: FastifyRequest, names: readonly string[]): JsonObject {
  const present = names.map((name) => [name, request.headers[name.toLowerCase()]]);
  return Object.fromEntries(present.filter(([, value]) => value !== undefined)) as JsonObject;
}

/**
 * Sets the repeated headers before anything can fail. The value is the caller's text: it is cut to its maximum, and
 * characters that a header must not hold are replaced.
 */
function repeatHeader(request: FastifyRequest, reply: FastifyReply, name: string, max: number | undefined): void {
  const value = request.headers[name.toLowerCase()];
  if (typeof value !== 'string' || value === '') return;
  reply.header(name, maskCardNumbers(value.replace(/[^\x20-\x7e]/g, '?')).slice(0, max));
}

/**
 * Checks the bank of a header. A malformed id is reported as a finding, and another bank's is refused before anything
 * else.
 */
function checkBankHeader(
  deps: SurfaceDeps,
  { bankHeader }: RestOperation,
  caller: Caller,
  { input, findings }: Read,
): Result<undefined, 'wrong_bank' | 'bank_not_found'> {
  if (bankHeader === undefined || findings.some(({ path }) => path === bankHeader)) return ok(undefined);
  const bankId = String(input.headers[bankHeader]);
  const bankCheck = checkBank(caller, bankId);
  if (!bankCheck.ok || findings.length > 0) return bankCheck;
  return deps.bank(bankId) === undefined ? fail('bank_not_found') : ok(undefined);
}

/**
 * Reads a body whose fields are all optional, and which may be omitted. An unreadable body does not count as omitted,
 * because an unreadable partial reversal would otherwise become a full one.
 */
function readOptionalBody({ body, headers }: FastifyRequest) {
  const isOmitted = !(body instanceof IncompleteBody) && (!Buffer.isBuffer(body) || body.length === 0);
  return isOmitted ? { ok: true as const, value: {} } : readBody(headers['content-type'], body);
}

export function problem(
  reply: FastifyReply,
  request: FastifyRequest,
  failure: Failure<ErrorName>,
  findings: readonly Finding[] = [],
  options: { actions: boolean } = { actions: false },
): string {
  const { error, message, path, extra, retryAfterS } = failure;
  const { http, text } = ERRORS[error];
  request.errorName = error;
  request.refusal = { ...failure, findings };
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
  reply.code(http).header('content-type', 'application/problem+json; charset=utf-8');
  const all = path === undefined ? findings : [{ path, error, message: message ?? text }];
  request.findings = all;
  const errors = all.map(renderFinding).map(({ action, ...finding }) => ({
    ...finding,
    ...(options.actions && action !== undefined && { action }),
  }));
  const detail = maskValidCardNumbers(detailOf(failure, findings));
  return writeJson({
    ...problemMembers(error, detail),
    ...(errors.length > 0 && { errors }),
    ...(extra as JsonObject | undefined),
  });
}

/**
 * The detail as a whole sentence. The message of a field, such as "must be a URL", is a predicate, whose subject is the
 * field.
 */
function detailOf({ error, message, path }: Failure<ErrorName>, [first]: readonly Finding[]): string {
  const { text } = ERRORS[error];
  if (message !== undefined) return path !== undefined && /^[a-z]/.test(message) ? `${path} ${message}` : message;
  if (path !== undefined) return `${path}: ${text}`;
  return first === undefined ? text : `${first.path} ${first.message}`;
}

/** The members that every problem has (RFC 9457, docs/interface/requests.md#findings). */
export function problemMembers(error: ErrorName, detail: string, status: number = ERRORS[error].http) {
  const { code, text } = ERRORS[error];
  return { type: 'about:blank', title: text, status, detail, error_code: code };
}

/**
 * The scope that the caller needs: that of a part of the operation, which then checks the rest itself, if the caller
 * only has that one.
 */
function scopeFor(caller: Caller, { scope, partScope }: RestOperation): Scope {
  return partScope !== undefined && !caller.scopes.has(scope) && caller.scopes.has(partScope) ? partScope : scope;
}
