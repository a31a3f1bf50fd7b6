import {
  compile,
  ERRORS,
  type ErrorCode,
  type Finding,
  type JsonObject,
  type JsonValue,
  writeJson,
} from '@cardwright/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '../kernel/result.ts';
import { type RestImplementation, runRest } from '../operation/index.ts';
import { faultCode } from './faults.ts';
import { readBody } from './read-body.ts';
import { admit, noteWarnings, requireScope, type SurfaceDeps } from './surface.ts';

/** Serves one plain JSON operation; failures are `application/problem+json` (RFC 9457) with `error_code`. */
export function createRestHandler(deps: SurfaceDeps, implementation: RestImplementation) {
  const { contract } = implementation;
  const checkParams = compile(contract.params);
  const checkQuery = compile(contract.query);
  const checkBody = contract.request === null ? undefined : compile(contract.request);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    request.operationId = contract.id;
    const now = deps.clock.now();
    try {
      const admitted = await admit(deps, request, reply, { limited: true });
      if (!admitted.ok) return problem(reply, request, admitted);
      const caller = admitted.value;
      const scoped = requireScope(caller, contract.scope);
      if (!scoped.ok) return problem(reply, request, scoped);
      const body = checkBody === undefined ? undefined : readOptionalBody(request);
      if (body !== undefined && !body.ok) return problem(reply, request, body);
      const params = checkParams(request.params as JsonValue, '');
      const query = checkQuery(request.query as JsonValue, '');
      const checkedBody = checkBody?.(body?.value ?? {}, '');
      const findings = [...params.findings, ...query.findings, ...(checkedBody?.findings ?? [])];
      if (findings.length > 0) return problem(reply, request, { ok: false, code: findings[0]!.code }, findings);
      const input = {
        params: params.value,
        query: query.value,
        body: checkedBody?.value ?? null,
        headers: request.headers,
      };
      const result = await runRest(deps, implementation, input, { caller, now, requestId: request.id });
      if (!result.ok) return problem(reply, request, result as Failure<ErrorCode>);
      const warnings = [...query.warnings, ...(checkedBody?.warnings ?? []), ...result.value.warnings];
      noteWarnings(deps, reply, caller.bankId, contract.id, warnings, now);
      if (result.value.replayed) reply.header('idempotent-replayed', 'true');
      reply.header('content-type', 'application/json; charset=utf-8');
      return writeJson(result.value.body as JsonObject);
    } catch (error) {
      const code = faultCode(error);
      request.log.error({ err: error, code }, 'operation failed');
      return problem(reply, request, { ok: false, code });
    }
  };
}

/** A POST whose fields are all optional may come without a body. */
function readOptionalBody(request: FastifyRequest) {
  const isEmpty = !Buffer.isBuffer(request.body) || request.body.length === 0;
  return isEmpty ? { ok: true as const, value: {} } : readBody(request.headers['content-type'], request.body);
}

export function problem(
  reply: FastifyReply,
  request: FastifyRequest,
  failure: Failure<ErrorCode>,
  findings: readonly Finding[] = [],
): string {
  const { http, text } = ERRORS[failure.code];
  request.errorCode = failure.code;
  reply.code(http).header('content-type', 'application/problem+json; charset=utf-8');
  const listed = findings.map(({ path, code, message }) => ({ path, code, message }));
  return writeJson({
    type: 'about:blank',
    title: text,
    status: http,
    detail: failure.message ?? (listed[0] === undefined ? text : `${listed[0].path} ${listed[0].message}`),
    error_code: failure.code,
    ...(listed.length > 0 && { errors: listed }),
    ...(failure.path !== undefined && {
      errors: [{ path: failure.path, code: failure.code, message: failure.message ?? text }],
    }),
    ...(failure.extra as JsonObject | undefined),
  });
}
