import { type ErrorName, type Finding, firstCharacters, type Scope, type Warning } from '@cardwright/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Authenticate,
  type Caller,
  COOKIE_NAMES,
  type CookieMode,
  certificateOf,
  checkScope,
  PROOF_ALGORITHMS,
  type PresentedSession,
  readCookie,
} from '../../access/index.ts';
import type { Denials } from '../../audit/index.ts';
import type { Bank } from '../../kernel/bank.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import type { Clock } from '../../kernel/time/clock.ts';
import type { RunnerDeps, WarningLedger } from '../../operation/index.ts';
import { checkUrl, type UrlError } from '../check-url.ts';
import type { Refusal } from '../record-denial.ts';
import { renderFinding } from './render-finding.ts';

/** What the surfaces (envelope, flat, REST, notification) need from the rest of the server. */
export interface SurfaceDeps extends RunnerDeps {
  readonly clock: Clock;
  readonly denials: Denials;
  readonly warnings: WarningLedger;
  readonly authenticate: Authenticate;
  readonly takeFromLimit: (caller: Caller) => Promise<{ allowed: true } | { allowed: false; retryAfterS: number }>;
  readonly bank: (bankId: string) => Bank | undefined;
  readonly cookieMode: CookieMode;
  readonly countWarnings: (operation: string, warnings: readonly Warning[]) => void;
  readonly settings: {
    readonly CARDWRIGHT_OPERATOR_PREFIX: string;
    readonly CARDWRIGHT_ENVELOPE_HTTP_200: boolean;
    readonly CARDWRIGHT_RESPONSE_TIME: 'local' | 'iso';
    readonly CARDWRIGHT_LIMIT_AUTHORIZATIONS: boolean;
    readonly CARDWRIGHT_AUTHORIZATION_DEADLINE_MS: number;
  };
}

export type Admission = Result<Caller, 'not_authenticated' | 'too_many_requests' | UrlError>;

/** The admission that was decided before the body was read. If that failed, it is decided again. */
export async function admissionOf(
  deps: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  options: { limited: boolean },
): Promise<Admission> {
  return request.admission ?? (await admit(deps, request, reply, options));
}

/**
 * Admits a request: known caller, within its limit, no forbidden content in its URL. Returns no promise if there is
 * nothing to wait for.
 */
export function admit(
  deps: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  options: { limited: boolean },
): Admission | Promise<Admission> {
  const { headers, socket } = request.raw;
  const authenticated = deps.authenticate({
    authorization: headers.authorization,
    proof: headers.dpop?.toString(),
    method: request.method,
    url: request.url,
    certificate: certificateOf(request),
    connection: socket,
    session: sessionOf(deps, request),
  });
  return authenticated instanceof Promise
    ? authenticated.then((one) => admitCaller(deps, request, reply, options, one))
    : admitCaller(deps, request, reply, options, authenticated);
}

function admitCaller(
  deps: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { limited }: { limited: boolean },
  authenticated: Result<Caller, 'not_authenticated'>,
): Admission | Promise<Admission> {
  if (!authenticated.ok) {
    const isProven = request.headers.dpop !== undefined;
    reply.header('www-authenticate', isProven ? `DPoP algs="${PROOF_ALGORITHMS.join(' ')}"` : 'Bearer');
    return authenticated;
  }
  request.caller = authenticated.value;
  const checked = () => {
    const url = checkUrl(request, deps.maskCardNumbers);
    return url.ok ? authenticated : url;
  };
  if (!limited) return checked();
  return takeFromLimit(deps, reply, authenticated.value).then((limited) => (limited.ok ? checked() : limited));
}

/** The session's cookie, which is checked on every path, because it must not accompany a token. */
function sessionOf({ cookieMode }: SurfaceDeps, request: FastifyRequest): PresentedSession | undefined {
  const { headers } = request.raw;
  const cookie = readCookie(headers.cookie, COOKIE_NAMES[cookieMode].session);
  if (cookie === undefined) return undefined;
  return { cookie, headers, isAccepted: request.routeOptions.config.acceptsSessions === true };
}

export async function takeFromLimit(
  deps: SurfaceDeps,
  reply: FastifyReply,
  caller: Caller,
): Promise<Result<undefined, 'too_many_requests'>> {
  const limit = await deps.takeFromLimit(caller);
  if (limit.allowed) return ok(undefined);
  reply.header('retry-after', limit.retryAfterS);
  return fail('too_many_requests', { message: `Too many requests: try again in ${limit.retryAfterS} s` });
}

export function requireScope(caller: Caller, scope: Scope): Result<Caller, 'scope_missing'> {
  const checked = checkScope(caller, scope);
  return checked.ok ? ok(caller) : checked;
}

/**
 * Whether the warning is caused by the pages of a session. They identify cards only by EXID, because no browser holds a
 * card number. The EXID is longer than the number of the table, which is not a deviation of the person. Systems with a
 * token get the warning.
 */
function isOfPages({ path, rule }: Warning): boolean {
  return rule === 'long-identifier' && /(^|\.)accountNumber$/.test(path);
}

/**
 * The caller's name in the list of deviations. All people are one caller, because the pages are the same for all of
 * them.
 */
function nameOf(caller: Caller | undefined): string {
  if (caller?.person !== undefined) return 'people';
  return firstCharacters(caller?.clientId ?? '', 200);
}

/** Records accepted deviations: in the bank's list, in the metric and as a count in a header of the answer. */
export function recordWarnings(
  deps: SurfaceDeps,
  reply: FastifyReply,
  bankId: string | undefined,
  operation: string,
  accepted: readonly Warning[],
  now: Date,
  omittedCount = 0,
): void {
  const isPerson = reply.request.caller?.person !== undefined;
  const warnings = isPerson ? accepted.filter((warning) => !isOfPages(warning)) : accepted;
  if (warnings.length === 0) return;
  reply.request.warned = warnings;
  reply.header('contract-warnings', warnings.length + omittedCount);
  deps.countWarnings(operation, warnings);
  if (bankId !== undefined) deps.warnings.record(bankId, nameOf(reply.request.caller), operation, warnings, now);
}

const MAX_FINDINGS_REPORTED = 40;

/**
 * Writes findings to a header if the response has no member for them: `103 Capture_Date, 105 Banknet_Data U+202E`, with
 * the code point that a text must not hold. Header values are latin-1, so other characters in a caller's key are
 * dropped (docs/interface/authorization-message.md#response).
 */
export function reportFindings(reply: FastifyReply, findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  reply.request.findings = findings;
  const reported = findings
    .slice(0, MAX_FINDINGS_REPORTED)
    .map((finding) => ({ ...renderFinding(finding), codePoint: finding.codePoint }))
    .map(({ code, path, codePoint }) => `${code} ${path}${codePoint === undefined ? '' : ` ${codePoint}`}`);
  reply.header('contract-errors', reported.join(', ').replace(/[^\x20-\x7e]/g, '?'));
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether people may send it with their sessions. Messages of card networks and other machines do not accept them.
     */
    acceptsSessions?: boolean;
  }
  interface FastifyRequest {
    /** Time of its first byte, in milliseconds of `performance.now()`. */
    beganAt: number;
    /** Caller and operation, for the logs. */
    caller?: Caller;
    /** The result of admission before the body was read. */
    admission?: Admission;
    operationId?: string;
    errorName?: ErrorName;
    /** Why the request was not started, if too many were waiting. */
    shedBecause?: string;
    /** Details of a failure, for the audit log. */
    refusal?: Refusal;
    /** The findings and the accepted deviations, for the sandbox's view of requests. */
    findings?: readonly Finding[];
    warned?: readonly Warning[];
  }
}
