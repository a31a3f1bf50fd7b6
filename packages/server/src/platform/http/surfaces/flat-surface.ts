import {
  authorizeEcommerce,
  compile,
  type EcommerceRequest,
  ERRORS,
  type ErrorName,
  type Finding,
  type JsonObject,
} from '@cardwright/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/index.ts';
import { Overloaded } from '../../kernel/concurrency/overloaded.ts';
import { OutcomeUnknown } from '../../kernel/outcome-unknown.ts';
import { readBody } from '../../operation/index.ts';
import { faultOf } from '../faults.ts';
import { recordDenial } from '../record-denial.ts';
import { traceParentOf } from '../trace-requests.ts';
import { admissionOf, recordWarnings, reportFindings, requireScope, type SurfaceDeps } from './surface.ts';

/** Handles a flat message whose form is valid. */
export interface FlatHandler {
  /**
   * @param deadline when the network stops waiting, in milliseconds of `performance.now()`
   * @param traceParent of the request, if it is traced
   */
  authorize(
    request: EcommerceRequest,
    caller: Caller,
    deadline: number,
    traceParent: string | undefined,
  ): Promise<{ text: string; bankId: string | undefined; replayed: boolean }>;
  refuse(body: JsonObject, error: ErrorName, findings: readonly Finding[], now: Date): string;
}

/** Serves the e-commerce message. Every answer, failures included, has the shape of the Resp column. */
export function createFlatHandler(deps: SurfaceDeps, handler: FlatHandler) {
  const validate = compile(authorizeEcommerce.request);
  const limited = deps.settings.CARDWRIGHT_LIMIT_AUTHORIZATIONS;
  const deadlineMs = deps.settings.CARDWRIGHT_AUTHORIZATION_DEADLINE_MS;

  return async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    request.operationId = authorizeEcommerce.id;
    reply.header('content-type', 'application/json; charset=utf-8');
    let body: JsonObject = {};
    const refuse = async (error: ErrorName, findings: readonly Finding[] = []) => {
      request.errorName = error;
      await recordDenial(deps, request, error);
      reply.code(ERRORS[error].http);
      reportFindings(reply, findings);
      return handler.refuse(body, error, findings, deps.clock.now());
    };
    try {
      const admitted = request.admission ?? (await admissionOf(deps, request, reply, { limited }));
      const read = readBody(request.headers['content-type'], request.body);
      const checked = validate(read.ok ? read.value : {}, '');
      // repeated in the form that the schema reads: in the table's spelling, without values that break the table
      if (read.ok) body = checked.value as unknown as JsonObject;
      if (!admitted.ok) return refuse(admitted.error);
      const scoped = requireScope(admitted.value, authorizeEcommerce.scope);
      if (!scoped.ok) return refuse(scoped.error);
      if (!read.ok) return refuse(read.error, read.findings);
      const [first] = checked.findings;
      if (first !== undefined) {
        recordWarnings(deps, reply, admitted.value.bankId, authorizeEcommerce.id, checked.warnings, deps.clock.now());
        return refuse(first.error, checked.findings);
      }
      const deadline = request.beganAt + deadlineMs;
      const answer = await handler.authorize(checked.value, admitted.value, deadline, traceParentOf(request));
      recordWarnings(deps, reply, answer.bankId, authorizeEcommerce.id, checked.warnings, deps.clock.now());
      if (answer.replayed) reply.header('idempotent-replayed', 'true');
      return answer.text;
    } catch (error) {
      const fault = faultOf(error);
      if (error instanceof OutcomeUnknown) reply.header('outcome', 'unknown');
      if (error instanceof Overloaded) request.shedBecause = error.message;
      else request.log.error({ err: error, error_code: ERRORS[fault].code }, 'authorization failed');
      return refuse(fault);
    }
  };
}
