import { SERVICE_CHECKS_PATH, SERVICE_PATH, type ServiceChecks } from '@cardwright/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf, type Caller, withPerson } from '../../../platform/access/index.ts';
import { OPERATOR_LOG, writeAuditOnly } from '../../../platform/audit/index.ts';
import { recordFault } from '../../../platform/http/faults.ts';
import { recordDenial } from '../../../platform/http/record-denial.ts';
import { problem } from '../../../platform/http/surfaces/rest-surface.ts';
import { admit, requireScope, type SurfaceDeps } from '../../../platform/http/surfaces/surface.ts';
import { type Failure, fail, type Result } from '../../../platform/kernel/result.ts';
import { readServiceStatus, type ServiceStatusDeps } from './read-service-status.ts';

/** Runs all checks of `cardwright doctor`. main.ts passes it in, because the doctor is above the server. */
export type Examine = () => Promise<ServiceChecks['checks']>;

export interface ServiceRouteDeps extends ServiceStatusDeps {
  readonly examine: Examine | undefined;
}

/**
 * Registers the paths of the operator's page (docs/operate/watching.md#the-operators-page). Only sessions of the operator's
 * people have the scope.
 */
export function registerServiceRoutes(app: FastifyInstance, surface: SurfaceDeps, deps: ServiceRouteDeps): void {
  const route = (operationId: string, outcome: string, run: () => Promise<object>) => ({
    config: { acceptsSessions: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      request.operationId = operationId;
      try {
        const caller = await operatorOf(surface, request, reply);
        if (!caller.ok) return await refuse(surface, request, reply, caller);
        await writeAuditOnly(deps.database, OPERATOR_LOG, surface.clock.now(), {
          actor: caller.value.clientId,
          operation: operationId,
          subject: 'service',
          outcome,
          requestId: request.id,
          fromAddress: addressOf(request),
          details: withPerson(caller.value, {}),
        });
        return reply.send(await run());
      } catch (error) {
        return reply.send(problem(reply, request, fail(recordFault(request, error, 'operation failed'))));
      }
    },
  });
  app.get(
    SERVICE_PATH,
    route('service.read-status', 'read', () => readServiceStatus(deps)),
  );
  const { examine } = deps;
  if (examine === undefined) return;
  // one run at a time, which all requests share: each run opens connections of its own
  let running: Promise<ServiceChecks> | undefined;
  const checks = () => {
    running ??= timed(examine, surface).finally(() => {
      running = undefined;
    });
    return running;
  };
  app.post(SERVICE_CHECKS_PATH, route('service.run-checks', 'checked', checks));
}

async function timed(examine: Examine, { clock }: SurfaceDeps): Promise<ServiceChecks> {
  const startedAt = performance.now();
  const checks = await examine();
  return { at: clock.now().toISOString(), duration_ms: Math.round(performance.now() - startedAt), checks };
}

/** The scope alone is not enough: a configuration could grant it to a client of a bank. */
async function operatorOf(
  surface: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<
  Result<Caller, 'not_authenticated' | 'scope_missing' | 'wrong_bank' | 'too_many_requests' | 'value_not_allowed'>
> {
  const admitted = await admit(surface, request, reply, { limited: true });
  if (!admitted.ok) return admitted as Failure<'not_authenticated'>;
  if (admitted.value.kind !== 'operator') {
    return fail('wrong_bank', { message: "Only the operator's people see the state of the service" });
  }
  return requireScope(admitted.value, 'service:read');
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
