import { OPERATIONS, type Operation, operationAuthority } from '@cardwright/contract';
import { partyOf } from '../asks.ts';
import { type ConformanceCase, SetUpRefused } from '../conformance-case.ts';
import type { RequestSent } from '../exchange.ts';
import type { World } from '../world.ts';
import { refusalBase, sampleRequest } from './sample-ask.ts';

/**
 * That a whole request is taken. Without these, who refuses everything would refuse every broken request too, and be found
 * without a fault. A sample that names something which is not there cannot be taken; such operations have cases of their own.
 */
export function acceptedCases(world: World): ConformanceCase[] {
  return (OPERATIONS as readonly Operation[]).filter(canBeTaken).map((operation) => ({
    ...refusalBase(operation, 'accepted'),
    title: 'a request that has everything its table wants is accepted',
    rests: { passage: operation.reference, by: operationAuthority(operation) },
    run: async (trial) => {
      const refusal = await refusalOf(world, operation);
      trial.checkOperation(operation, refusal === undefined, `a whole request was refused: ${refusal}`);
    },
  }));
}

/** What is said to a whole request, if it is refused; also to one that was sent to make what other requests need. */
async function refusalOf(world: World, operation: Operation): Promise<string | undefined> {
  try {
    const ask = withoutChecksum(await sampleRequest(world, operation));
    const { isRefused, code, http } = await world.connection.send(operation, ask, partyOf(operation));
    return isRefused ? (code ?? `HTTP ${http.status}`) : undefined;
  } catch (error) {
    if (error instanceof SetUpRefused && error.operation === operation.id) return error.message;
    throw error;
  }
}

/** As the checksum of the sample is in force nowhere. */
function withoutChecksum(ask: RequestSent): RequestSent {
  if (ask.body === undefined) return ask;
  const whole = JSON.parse(ask.body, (name, value) => (name === 'cardFeatureChecksum' ? undefined : value));
  return { ...ask, body: JSON.stringify(whole) };
}

function canBeTaken(operation: Operation): boolean {
  return !operation.path.includes('{') && !NAMES_WHAT_IS_NOT_THERE.includes(operation.id);
}

/** Their samples name what is nobody's, what another case changes, or what would replace something. Each has cases of its own. */
const NAMES_WHAT_IS_NOT_THERE: readonly string[] = [
  'authorization.authorize-ecommerce',
  'limits.set-limit',
  'merchants.load-deny-list',
  'rules.create-rule',
  'tokens.list-tokens',
  'tokens.provision-token',
  'webhooks.register-endpoint',
];
