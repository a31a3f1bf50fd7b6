import type { Logger } from 'pino';
import { createHotConnection, createPartners, type PartnerBook } from '../../issuing/authorization/index.ts';
import type { GuardedPost, PartnerSigningKeys } from '../../platform/outbox/index.ts';
import { findBucketNodes } from '../../platform/storage/index.ts';
import type { Settings } from '../configuration/settings.ts';
import type { Metrics } from './observability/metrics.ts';
import { openAuthorizer } from './open-authorizer.ts';

type Options = Parameters<typeof openAuthorizer>[0] & { readonly settings: Settings; readonly logger: Logger };

type Deps = Omit<Parameters<typeof openAuthorizer>[1], 'partners'> & {
  readonly partnerBook: PartnerBook;
  readonly metrics: Pick<Metrics, 'decisions' | 'partners'>;
  readonly outbox: {
    readonly guarded: GuardedPost;
    readonly forKeeping: { readonly partnerKeys: PartnerSigningKeys };
  };
};

/** Opens the authorizer of live traffic. It calls decision partners over connections and sockets that nothing else uses. */
export async function openPartnerAuthorizer(options: Options, deps: Deps) {
  const { settings, logger } = options;
  const { database, banks, clock, metrics, outbox, partnerBook } = deps;
  const { partnerKeys } = outbox.forKeeping;
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
        if (answer !== 'WOULD_BE_ASKED') partnerBook.note(bankId, { at: clock.now(), answer, ms: seconds * 1_000 });
      },
    },
    onError: (error) => logger.warn({ err: error }, 'failed to store a late answer of a decision partner'),
  });
  metrics.partners.monitorBreakers(partners.breakers);
  partnerBook.watchBreakers(partners.breakers);
  const authorizer = await openAuthorizer(options, { ...deps, partners });
  return {
    ...authorizer,
    close: async () => {
      await authorizer.close();
      await partners.idle();
      await names.close();
    },
  };
}
