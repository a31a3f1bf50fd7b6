import { OPERATIONS, type Operation, operationAuthority } from '@cardwright/contract';
import { type ConformanceCase, SetUpRefusal } from '../conformance-case.ts';
import type { RequestSent } from '../exchange.ts';
import { partyOf } from '../requests.ts';
import type { World } from '../world.ts';
import { refusalBase, sampleRequest } from './sample-request.ts';

/**
 * Checks that valid requests are accepted. Without these cases, an implementation that refuses everything would pass
 * every test of invalid requests. A sample that names something that does not exist cannot be accepted; such operations
 * have their own cases.
 */
export function acceptedCases(world: World): ConformanceCase[] {
  return (OPERATIONS as readonly Operation[]).filter(hasAcceptableSample).map((operation) => ({
    ...refusalBase(operation, 'accepted'),
    title: 'Accepts a complete request',
    rests: { passage: operation.reference, by: operationAuthority(operation) },
    run: async (trial) => {
      const refusal = await refusalOf(world, operation);
      trial.checkOperation(operation, refusal === undefined, `a complete request was refused: ${refusal}`);
    },
  }));
}

/** Returns the code that refuses a valid request. It also covers requests that set up data for other requests. */
async function refusalOf(world: World, operation: Operation): Promise<string | undefined> {
  try {
    const request = withoutChecksum(await sampleRequest(world, operation));
    const { isRefused, code, http } = await world.connection.send(operation, request, partyOf(operation));
    return isRefused ? (code ?? `HTTP ${http.status}`) : undefined;
  } catch (error) {
    if (error instanceof SetUpRefusal && error.operation === operation.id) return error.message;
    throw error;
  }
}

/** Removes the checksum, because the checksum of the sample is not in force anywhere. */
function withoutChecksum(request: RequestSent): RequestSent {
  if (request.body === undefined) return request;
  const whole = JSON.parse(request.body, (name, value) => (name === 'cardFeatureChecksum' ? undefined : value));
  return { ...request, body: JSON.stringify(whole) };
}

function hasAcceptableSample(operation: Operation): boolean {
  return !operation.path.includes('{') && !WITHOUT_ACCEPTABLE_SAMPLE.includes(operation.id);
}

/**
 * Operations whose samples name something that does not exist, such as the fingerprint of a plan, that another case
 * changes, or that a request would replace.
 */
const WITHOUT_ACCEPTABLE_SAMPLE: readonly string[] = [
  'authorization.authorize-ecommerce',
  'authorization.read-log-proof',
  'configuration.apply-configuration',
  'limits.set-limit',
  'merchants.load-deny-list',
  'merchants.replace-onboarding-rules',
  'rules.create-rule',
  'tokens.list-provisionings',
  'tokens.list-tokens',
  'tokens.provision-token',
  'webhooks.register-endpoint',
];
