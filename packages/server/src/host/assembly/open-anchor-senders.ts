import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { ExpectedHead } from '../../platform/audit/index.ts';
import { systemClock } from '../../platform/kernel/time/clock.ts';
import type { GuardedPost } from '../../platform/outbox/index.ts';
import type { Settings } from '../configuration/settings.ts';
import { createAnchorSender } from './observability/anchor-sender.ts';
import type { Metrics } from './observability/metrics.ts';

/** All endpoints that receive the heads of this server's chains. */
export interface AnchorSenders {
  /** The name of this server, which is also the name of its file. */
  readonly name: string;
  offer(heads: readonly ExpectedHead[]): void;
  /** Sends the last heads, and nothing afterwards. */
  finish(): Promise<void>;
}

export function openAnchorSenders(
  { settings, logger }: { settings: Settings; logger: Logger },
  { guarded }: { guarded: GuardedPost },
  metrics: Metrics,
): AnchorSenders {
  const name = `${hostname()}-${settings.PORT}`;
  const deps = { post: guarded.post, name, now: systemClock.now, logger };
  const senders = settings.CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS.map((endpoint) => createAnchorSender(endpoint, deps));
  metrics.monitorAnchors(senders);
  return {
    name,
    offer: (heads) => {
      for (const sender of senders) sender.offer(heads);
    },
    finish: async () => {
      await Promise.all(senders.map((sender) => sender.finish()));
    },
  };
}
