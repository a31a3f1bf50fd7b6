import type { Logger } from 'pino';
import type { Clock } from '../../platform/kernel/time/clock.ts';
import type { WorkDeps } from '../../platform/operation/index.ts';
import {
  createDeliver,
  createEnqueue,
  createEnqueueAll,
  createFeedRunner,
  createGuardedPost,
  createHostResolver,
  createPartnerSigningKeys,
  createRelay,
  type Relay,
  readTrustedCertificates,
} from '../../platform/outbox/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { WorkerLink } from '../../platform/workers/worker-link.ts';
import type { Settings } from '../configuration/settings.ts';
import { openHolderScopes } from './holder-scopes.ts';
import type { Metrics } from './observability/metrics.ts';
import { sampleNotification } from './sample-notification.ts';

const CONNECT_MS = 5_000;

interface Options {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly link?: WorkerLink;
  /** If false, the feeds of events wait until a test writes them. */
  readonly runsQueuesAutomatically?: boolean;
}

/** Opens the outbox. It sends nothing before its start. Only one of several workers writes the feeds of events to files. */
export async function openOutbox(
  { settings, logger, link, runsQueuesAutomatically = true }: Options,
  deps: WorkDeps & { vault: Vault; clock: Clock; metrics: Metrics },
) {
  const { database, vault } = deps;
  const isSandbox = settings.CARDWRIGHT_MODE === 'sandbox';
  const reach = { allowHttp: isSandbox, allowPrivateAddresses: isSandbox };
  const extraCa = await readTrustedCertificates(settings.CARDWRIGHT_WEBHOOK_CA_FILE);
  const hosts = createHostResolver({ nameServers: settings.CARDWRIGHT_NAME_SERVERS });
  const { deliver, close } = createDeliver({ ...reach, hosts, extraCa });
  const guarded = createGuardedPost({ ...reach, hosts, extraCa, connectMs: CONNECT_MS });
  const holderScopes = await openHolderScopes(settings, database);
  const feeds = createFeedRunner({ database, vault, metrics: deps.metrics.backlog, logger });
  let relay: Relay | undefined;
  return {
    forOperations: {
      enqueue: createEnqueue(vault),
      holderScopes,
      enqueueAll: createEnqueueAll(vault),
      webhooks: { database, deliver, makeSample: sampleNotification, reach },
    },
    start: () => {
      relay = createRelay({ ...deps, deliver, holderScopes, logger, metrics: deps.metrics.outbox });
      if (runsQueuesAutomatically && (link?.part.runsPeriodicJobs ?? true)) feeds.start();
    },
    feedsIdle: feeds.idle,
    kick: () => relay?.kick(),
    /** The keys that periodic jobs reload: they sign the requests to decision partners. */
    retention: { partnerKeys: createPartnerSigningKeys(database, vault) },
    /** Sends to URLs other than endpoints, with the same address guard. */
    guarded,
    /** Claims no more messages and lets running deliveries finish, including their lookups. */
    stop: async () => {
      await feeds.stop();
      const remaining = (await relay?.stop()) ?? 0;
      // an endpoint that hangs must not delay the end of the process
      if (remaining === 0) await close();
    },
    /** Closes the connections. Call it after everything that sends has stopped. */
    close: async () => {
      hosts.close();
      await guarded.close();
    },
  };
}
