import { setTimeout as delay } from 'node:timers/promises';
import { merchantBody, newId, onboard, requestOf } from '../../../server/src/testing/merchants/merchants.ts';
import { outcomeOfRest } from '../world/client/reported-outcome.ts';
import type { ChaosWorld } from './chaos-world.ts';

/** The merchants of a request, and whether it was accepted; undefined if the outcome is unknown. */
export interface ActiveMerchants {
  readonly ids: readonly string[];
  readonly isAccepted: boolean | undefined;
}

const MAX_MERCHANTS = 3;
const THINKING_MS = [300, 1_200] as const;

/** Sends one onboarding request after the other. */
export async function liveMerchants(world: ChaosWorld, requests: ActiveMerchants[]): Promise<void> {
  const random = world.random();
  while (!world.isOver()) {
    const ids = Array.from({ length: random.from(1, MAX_MERCHANTS) }, () => newId('CHAOS'));
    const body = requestOf(ids.map((id) => merchantBody(id)));
    const send = async () => outcomeOfRest(await onboard(world.sender, body), () => '202');
    const { answer, isInDoubt } = await world.known.settle(random, `onboarding ${ids}`, send, world.retryPolicy);
    const isAccepted = answer === undefined ? (isInDoubt ? undefined : false) : answer.isFinal;
    requests.push({ ids, isAccepted });
    await delay(random.from(...THINKING_MS));
  }
}
