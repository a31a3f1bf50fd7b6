import { NETWORKS_PATH, SERVICE_CHECKS_PATH, SERVICE_PATH, type ServiceChecks } from '@cardwright/contract';
import type { FastifyInstance } from 'fastify';
import type { SurfaceDeps } from '../../../platform/http/surfaces/surface.ts';
import { readNetworkStatus } from './read-network-status.ts';
import { readServiceStatus, type ServiceStatusDeps } from './read-service-status.ts';
import { sessionRoute } from './session-route.ts';

/** Runs all checks of `cardwright doctor`. main.ts passes it in, because the doctor is above the server. */
export type Examine = () => Promise<ServiceChecks['checks']>;

export interface ServiceRouteDeps extends ServiceStatusDeps {
  readonly examine: Examine | undefined;
}

/**
 * Registers the paths of the operator's page (docs/operate/watching.md#the-operators-page) and of the page of networks. Only
 * sessions of people have their scopes.
 */
export function registerServiceRoutes(app: FastifyInstance, surface: SurfaceDeps, deps: ServiceRouteDeps): void {
  const ofOperator = (operationId: string, outcome: string, run: () => Promise<object>) =>
    sessionRoute(surface, deps.database, {
      operationId,
      outcome,
      run,
      subject: 'service',
      scope: 'service:read',
      kinds: ['operator'],
      refusal: "Only the operator's people see the state of the service",
    });
  app.get(
    SERVICE_PATH,
    ofOperator('service.read-status', 'read', () => readServiceStatus(deps)),
  );
  app.get(
    NETWORKS_PATH,
    sessionRoute(surface, deps.database, {
      operationId: 'networks.read-status',
      outcome: 'read',
      run: ({ kind, bankId = '' }) => readNetworkStatus(deps, kind === 'operator' ? undefined : bankId),
      subject: 'networks',
      scope: 'networks:read',
      kinds: ['operator', 'bank'],
      refusal: 'Only people of a bank or of the operator see the networks',
    }),
  );
  const { examine } = deps;
  if (examine === undefined) return;
  // one run at a time, which all requests share, because each run opens its own connections
  let running: Promise<ServiceChecks> | undefined;
  const checks = () => {
    running ??= timed(examine, surface).finally(() => {
      running = undefined;
    });
    return running;
  };
  app.post(SERVICE_CHECKS_PATH, ofOperator('service.run-checks', 'checked', checks));
}

async function timed(examine: Examine, { clock }: SurfaceDeps): Promise<ServiceChecks> {
  const startedAt = performance.now();
  const checks = await examine();
  return { at: clock.now().toISOString(), duration_ms: Math.round(performance.now() - startedAt), checks };
}
