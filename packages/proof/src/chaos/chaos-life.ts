import { type Random, seededRandom } from '../../../server/src/testing/random.ts';
import { insistent } from '../world/client/chaos-client.ts';
import { liveAccounts } from './account-life.ts';
import type { ChaosWorld } from './chaos-world.ts';
import { liveIso } from './iso-life.ts';
import { liveMerchants } from './merchant-life.ts';
import { liveOwn } from './own-history.ts';
import { liveProvisionings } from './provisioning-life.ts';
import type { RunHistory } from './run-history.ts';
import { liveTokens } from './token-life.ts';

export const ACCOUNTS_AT_ONCE = 10;
const TOKENS_AT_ONCE = 4;
/** While one card waits for its creation under a fault, the others get requests for tokens. */
const PROVISIONED_AT_ONCE = 3;
/** A server of the sandbox takes eight connections of a network, and each has two at most. */
const NETWORKS_AT_ONCE = 3;
/** After the last fault, all callers get an answer within this time. */
const RECOVERY_MS = 40_000;

export interface ChaosLife {
  /** No caller begins a request after this time. */
  untilMs: number;
  /** The end of the last fault. */
  healedMs: number;
}

/** Runs all callers in parallel until the time is over and every request has an answer. */
export async function live(lived: RunHistory, random: Random, life: ChaosLife): Promise<void> {
  const isOver = () => performance.now() > life.untilMs;
  const isHopeless = () => performance.now() > life.healedMs + RECOVERY_MS;
  const world: ChaosWorld = {
    sender: lived.client,
    insistent: insistent(lived.client, isHopeless),
    known: lived.known,
    retryPolicy: { losingPercent: 4, isOver: isHopeless },
    isOver,
    random: () => seededRandom(random.from(0, 2 ** 31)),
  };
  await Promise.all([
    ...Array.from({ length: ACCOUNTS_AT_ONCE }, () => liveAccounts(world, lived.accounts)),
    ...Array.from({ length: TOKENS_AT_ONCE }, () => liveTokens(world, lived.tokens)),
    ...Array.from({ length: PROVISIONED_AT_ONCE }, () => liveProvisionings(world, lived.provisionedCards)),
    liveMerchants(world, lived.merchants),
    liveOwn(world, lived.own),
    ...Array.from({ length: NETWORKS_AT_ONCE }, () =>
      liveIso(
        world,
        lived.isoAccounts,
        lived.servers.map(({ isoProxy }) => isoProxy.port),
      ),
    ),
  ]);
}
