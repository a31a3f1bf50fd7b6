import {
  changeEndpoint,
  listEndpoints,
  receiveTokenNotification,
  registerEndpoint,
  rotateSecret,
  type WebhookEndpoint,
} from '@cardwright/contract';
import { requireValue } from '../../platform/kernel/required.ts';
import type { Clock } from '../../platform/kernel/time/clock.ts';
import { type RestImplementation, type RunnerDeps, runRest } from '../../platform/operation/index.ts';
import { type ReceiverKeys, setReceiverKeys } from '../../platform/receiver/index.ts';
import { statement, type Tx } from '../../platform/storage/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { DEMO_BANK_ID, SEEDER } from './demo-configuration.ts';

const DESCRIPTION = "The sandbox's own receiver";
/** Both keys sign until the receiver has the new one, so that it refuses no notification in between. */
const OVERLAP_SECONDS = 60;

export interface SandboxEndpointDeps extends RunnerDeps {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly operations: { readonly rest: readonly RestImplementation[] };
  readonly receiverKeys: ReceiverKeys;
}

/**
 * Registers DEMO's own receiver as its endpoint, through the operations of a bank, so that a newcomer sees both ends: a
 * token changes, and the receiver lists the notification. Runs at every start, because the port may have changed and
 * the API shows the secret only once. A paused endpoint stays paused.
 */
export async function connectSandboxEndpoint(deps: SandboxEndpointDeps, serverUrl: string): Promise<void> {
  const url = `${reachable(serverUrl)}/V2${receiveTokenNotification.path}`;
  const { endpoints } = await call<{ endpoints: WebhookEndpoint[] }>(deps, listEndpoints.id, {}, null);
  const existing =
    endpoints.find((endpoint) => endpoint.url === url) ??
    endpoints.find((endpoint) => endpoint.description === DESCRIPTION);
  const secret = existing === undefined ? await register(deps, url) : await moveTo(deps, existing, url);
  await deps.database.transaction(async (tx) => {
    await setReceiverKeys(tx, deps.vault, DEMO_BANK_ID, 'SANDBOX', [secret]);
    return { commit: true, result: undefined };
  });
  await deps.receiverKeys.reload();
}

async function register(deps: SandboxEndpointDeps, url: string): Promise<string> {
  const body = { url, description: DESCRIPTION };
  return (await call<{ secret: string }>(deps, registerEndpoint.id, {}, body)).secret;
}

async function moveTo(deps: SandboxEndpointDeps, endpoint: WebhookEndpoint, url: string): Promise<string> {
  const params = { endpoint_id: endpoint.endpoint_id };
  if (endpoint.url !== url) await call(deps, changeEndpoint.id, params, { url });
  const overlap = { overlap_seconds: OVERLAP_SECONDS };
  return (await call<{ secret: string }>(deps, rotateSecret.id, params, overlap)).secret;
}

async function call<Answer>(
  deps: SandboxEndpointDeps,
  id: string,
  params: object,
  body: object | null,
): Promise<Answer> {
  const operation = requireValue(
    deps.operations.rest.find(({ contract }) => contract.id === id),
    'an operation of the contract',
  );
  const callContext = { caller: SEEDER, now: deps.clock.now(), requestId: 'sandbox' };
  const input = { params, query: {}, headers: {}, body } as Parameters<RestImplementation['run']>[1];
  const result = await runRest(deps, operation, input, callContext);
  if (!result.ok) throw new Error(`the sandbox's own endpoint could not be set up: ${id} answered ${result.error}`);
  return result.value.body as Answer;
}

/** Returns a URL at which a server that listens on all addresses can reach itself. */
export function reachable(serverUrl: string): string {
  return serverUrl.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

export interface FixtureEndpoint {
  endpoint_id: string;
  url: string;
  description: string;
  state: string;
}

const selectEndpoints = statement(
  'sandbox.select-endpoints',
  'select endpoint_id, url, description, state from webhook_endpoints where bank_id = $1 order by created_at, endpoint_id',
);

export function listFixtureEndpoints(tx: Tx): Promise<FixtureEndpoint[]> {
  return tx.query(selectEndpoints, [DEMO_BANK_ID]);
}
