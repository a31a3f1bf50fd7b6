import {
  authorizeEcommerce,
  compile,
  type EcommerceRequest,
  ERRORS,
  type ErrorCode,
  type Finding,
  type JsonObject,
} from '@cardwright/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../access/index.ts';
import { readBody } from '../operation/index.ts';
import { faultCode } from './faults.ts';
import { admit, noteDenial, noteWarnings, requireScope, type SurfaceDeps, tellFindings } from './surface.ts';

/** What serves a flat message once its form is known to be good. */
export interface FlatHandler {
  authorize(
    request: EcommerceRequest,
    caller: Caller,
  ): Promise<{ text: string; bankId: string | undefined; replayed: boolean }>;
  refuse(body: JsonObject, code: ErrorCode, findings: readonly Finding[], now: Date): string;
}

/** Serves the e-commerce message: every answer, also to a failure, has the shape of its Resp column. */
export function createFlatHandler(deps: SurfaceDeps, handler: FlatHandler) {
  const validate = compile(authorizeEcommerce.request);
  const limited = deps.settings.CARDWRIGHT_LIMIT_AUTHORIZATIONS;

  return async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    request.operationId = authorizeEcommerce.id;
    reply.header('content-type', 'application/json; charset=utf-8');
    let body: JsonObject = {};
    const refuse = async (code: ErrorCode, findings: readonly Finding[] = []) => {
      request.errorCode = code;
      await noteDenial(deps, request, code);
      reply.code(ERRORS[code].http);
      tellFindings(reply, findings);
      return handler.refuse(body, code, findings, deps.clock.now());
    };
    try {
      const admitted = await admit(deps, request, reply, { limited });
      const read = readBody(request.headers['content-type'], request.body);
      const checked = validate(read.ok ? read.value : {}, '');
      // repeated as the schema reads it: in the table's spelling, and nothing that breaks the table
      if (read.ok) body = checked.value as unknown as JsonObject;
      if (!admitted.ok) return refuse(admitted.code);
      const scoped = requireScope(admitted.value, authorizeEcommerce.scope);
      if (!scoped.ok) return refuse(scoped.code);
      if (!read.ok) return refuse(read.code);
      if (checked.findings.length > 0) {
        noteWarnings(deps, reply, admitted.value.bankId, authorizeEcommerce.id, checked.warnings, deps.clock.now());
        return refuse(checked.findings[0]!.code, checked.findings);
      }
      const answer = await handler.authorize(checked.value, admitted.value);
      noteWarnings(deps, reply, answer.bankId, authorizeEcommerce.id, checked.warnings, deps.clock.now());
      if (answer.replayed) reply.header('idempotent-replayed', 'true');
      return answer.text;
    } catch (error) {
      const code = faultCode(error);
      request.log.error({ err: error, code }, 'authorization failed');
      return refuse(code);
    }
  };
}
