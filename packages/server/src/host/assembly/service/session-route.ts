import type { Scope } from '@cardwright/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf, type Caller, callerLog, withPerson } from '../../../platform/access/index.ts';
import { writeAuditOnly } from '../../../platform/audit/index.ts';
import { recordFault } from '../../../platform/http/faults.ts';
import { recordDenial } from '../../../platform/http/record-denial.ts';
import { problem } from '../../../platform/http/surfaces/rest-surface.ts';
import { admit, requireScope, type SurfaceDeps } from '../../../platform/http/surfaces/surface.ts';
import { type Failure, fail, type Result } from '../../../platform/kernel/result.ts';
import type { Database } from '../../../platform/storage/index.ts';

/** A path of a page of the console that is no operation of the interface. */
interface SessionRoute {
  readonly operationId: string;
  /** The subject in the audit log. */
  readonly subject: string;
  readonly outcome: string;
  readonly scope: Scope;
  /** The kinds of callers that may use the path. The scope alone is not enough: a configuration could grant it to others. */
  readonly kinds: readonly Caller['kind'][];
  /** The message for callers of other kinds. */
  readonly refusal: string;
  readonly run: (caller: Caller) => Promise<object>;
}

/** Returns the route of a path that accepts sessions of people, and records each use in their audit log. */
export function sessionRoute(surface: SurfaceDeps, database: Database, route: SessionRoute) {
  const { operationId, subject, outcome, run } = route;
  return {
    config: { acceptsSessions: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      request.operationId = operationId;
      try {
        const caller = await callerOf(surface, request, reply, route);
        if (!caller.ok) return await refuse(surface, request, reply, caller);
        await writeAuditOnly(database, callerLog(caller.value), surface.clock.now(), {
          actor: caller.value.clientId,
          operation: operationId,
          subject,
          outcome,
          requestId: request.id,
          fromAddress: addressOf(request),
          details: withPerson(caller.value, {}),
        });
        return reply.send(await run(caller.value));
      } catch (error) {
        return reply.send(problem(reply, request, fail(recordFault(request, error, 'operation failed'))));
      }
    },
  };
}

async function callerOf(
  surface: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { scope, kinds, refusal }: SessionRoute,
): Promise<
  Result<Caller, 'not_authenticated' | 'scope_missing' | 'wrong_bank' | 'too_many_requests' | 'value_not_allowed'>
> {
  const admitted = await admit(surface, request, reply, { limited: true });
  if (!admitted.ok) return admitted as Failure<'not_authenticated'>;
  const { kind, person } = admitted.value;
  if (person === undefined || !kinds.includes(kind)) return fail('wrong_bank', { message: refusal });
  return requireScope(admitted.value, scope);
}

async function refuse(
  surface: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Parameters<typeof problem>[2],
) {
  const text = problem(reply, request, failure);
  if (request.errorName !== undefined) await recordDenial(surface, request, request.errorName, request.refusal);
  return reply.send(text);
}
