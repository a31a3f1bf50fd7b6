import type { Logger } from 'pino';
import type { Settings } from '../configuration/settings.ts';
import type { Clock } from '../kernel/clock.ts';
import type { GiveWay } from '../kernel/give-way.ts';
import {
  amendmentQueue,
  approveByItself,
  boardingQueue,
  createDenyLists,
  createOnboardingLanes,
  createScreening,
  openAcquirerDirectory,
} from '../merchants/index.ts';
import type { WorkDeps } from '../operation/index.ts';
import type { Vault } from '../vault/index.ts';
import type { openOutbox } from './open-outbox.ts';

/** Acquirers, the reader of onboarding requests, and the screening. */
export async function openMerchants(
  { settings, logger, screensByItself = true }: { settings: Settings; logger: Logger; screensByItself?: boolean },
  deps: WorkDeps & { vault: Vault; clock: Clock; giveWay: GiveWay; outbox: Awaited<ReturnType<typeof openOutbox>> },
) {
  const { database, hideCardNumbers, vault, clock, giveWay, outbox } = deps;
  const acquirers = await openAcquirerDirectory(database, vault);
  const onboardingLanes = createOnboardingLanes();
  const { enqueueAll } = outbox.forOperations;
  const denyLists = createDenyLists();
  const approvesByItself = settings.CARDWRIGHT_SANDBOX_AUTO_APPROVE === true;
  const screening = createScreening({
    database,
    hideCardNumbers,
    acquirers,
    clock,
    post: outbox.guarded,
    logger,
    denyLists,
    giveWay,
    queues: [
      boardingQueue({ enqueueAll, ...(approvesByItself && { approve: approveByItself({ enqueueAll }) }) }),
      amendmentQueue({ enqueueAll, approvesByItself }),
    ],
  });
  return {
    acquirers,
    forOperations: { acquirers, onboardingLanes, denyLists, approvesByItself },
    start: () => {
      if (screensByItself) screening.start();
    },
    screened: screening.idle,
    close: async () => {
      await screening.stop();
      await onboardingLanes.close();
    },
  };
}
