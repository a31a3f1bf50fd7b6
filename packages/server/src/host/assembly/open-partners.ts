import type { Logger } from 'pino';
import {
  createHotConnection,
  createPartners,
  type PartnerBook,
  type Partners,
} from '../../issuing/authorization/index.ts';
import type { BankDirectory } from '../../issuing/banks/index.ts';
import type { Clock } from '../../platform/kernel/time/clock.ts';
import type { GuardedPost, PartnerSigningKeys } from '../../platform/outbox/index.ts';
import { type Database, findBucketNodes } from '../../platform/storage/index.ts';
import type { Settings } from '../configuration/settings.ts';
import type { Metrics } from './observability/metrics.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly banks: BankDirectory;
  readonly partnerBook: PartnerBook;
  readonly metrics: Pick<Metrics, 'partners'>;
  readonly outbox: {
    readonly guarded: GuardedPost;
    readonly retention: { readonly partnerKeys: PartnerSigningKeys };
  };
}

/** Opens the calls to the banks' own systems, over connections and sockets that nothing else uses. */
export async function openPartners(
  { settings, logger }: { readonly settings: Settings; readonly logger: Logger },
  { database, banks, clock, metrics, outbox, partnerBook }: Deps,
): Promise<Partners & { close(): Promise<void> }> {
  const { partnerKeys } = outbox.retention;
  await partnerKeys.reload(banks.allBankIds());
  const deadlineMs = settings.CARDWRIGHT_AUTHORIZATION_DEADLINE_MS;
  const isOnCitus = (await findBucketNodes(database)) !== undefined;
  const names = createHotConnection(database, { deadlineMs, isOnCitus });
  const partners = createPartners({
    database,
    names,
    post: outbox.guarded.post,
    keys: partnerKeys,
    clock,
    meter: {
      note(bankId, answer, seconds) {
        metrics.partners.meter.note(bankId, answer, seconds);
        partnerBook.note(bankId, { at: clock.now(), answer, ms: seconds * 1_000 });
      },
    },
    onError: (error) => logger.warn({ err: error }, 'failed to store a late response of a decision partner'),
  });
  metrics.partners.monitorBreakers(partners.breakers);
  partnerBook.watchBreakers(partners.breakers);
  return {
    ...partners,
    close: async () => {
      await partners.idle();
      await names.close();
    },
  };
}
