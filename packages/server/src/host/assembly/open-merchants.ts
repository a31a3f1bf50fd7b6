import type { Logger } from 'pino';
import {
  amendmentQueue,
  autoApprove,
  boardingQueue,
  createDenyLists,
  createOnboardingLanes,
  createScreening,
  openAcquirerDirectory,
} from '../../acquiring/index.ts';
import type { BackgroundThrottle } from '../../platform/kernel/concurrency/background-throttle.ts';
import type { Clock } from '../../platform/kernel/time/clock.ts';
import type { WorkDeps } from '../../platform/operation/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { Settings } from '../configuration/settings.ts';
import type { openOutbox } from './open-outbox.ts';

/** Opens the acquirers, the reader of onboarding requests, and the screening. */
export async function openMerchants(
  {
    settings,
    logger,
    screensAutomatically = true,
  }: { settings: Settings; logger: Logger; screensAutomatically?: boolean },
  deps: WorkDeps & {
    vault: Vault;
    clock: Clock;
    throttle: BackgroundThrottle;
    outbox: Awaited<ReturnType<typeof openOutbox>>;
  },
) {
  const { database, maskCardNumbers, changes, vault, clock, throttle, outbox } = deps;
  const acquirers = await openAcquirerDirectory(database, vault);
  const onboardingLanes = createOnboardingLanes();
  const { enqueueAll } = outbox.forOperations;
  const denyLists = createDenyLists();
  const autoApproves = settings.CARDWRIGHT_SANDBOX_AUTO_APPROVE === true;
  const screening = createScreening({
    database,
    maskCardNumbers,
    changes,
    acquirers,
    clock,
    post: outbox.guarded,
    logger,
    denyLists,
    throttle,
    queues: [
      boardingQueue({ enqueueAll, ...(autoApproves && { approve: autoApprove({ enqueueAll }) }) }),
      amendmentQueue({ enqueueAll, autoApproves }),
    ],
  });
  return {
    acquirers,
    forOperations: { acquirers, onboardingLanes, denyLists, autoApproves },
    start: () => {
      if (screensAutomatically) screening.start();
    },
    screened: screening.idle,
    close: async () => {
      await screening.stop();
      await onboardingLanes.close();
    },
  };
}
