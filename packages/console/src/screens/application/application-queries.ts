import type { HitFilter, MerchantStatus, ReviewedMerchant } from '@cardwright/contract';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';
import type { ReviewAction } from './review-rules.ts';

/** The interval at which decisions of other people appear. */
const AGAIN_MS = 10_000;
const OF_A_PAGE = '100';
/** The maximum page size. Selecting all of a thousand merchants reads five pages. */
const OF_ALL = '200';

export interface ApplicationFilters {
  readonly status?: MerchantStatus;
  readonly hits?: HitFilter;
}

/** Reads an application with its merchants, page by page. */
export function useApplication(applicationId: string, filters: ApplicationFilters) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: ['application', applicationId, 'merchants', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { ...filters, limit: OF_A_PAGE, ...(cursor && { cursor }) };
      return client.merchantApplications.retrieve(applicationId, query, { signal });
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

/** Reads one merchant of an application, and the facts of the application. */
export function useApplicationMerchant(applicationId: string, merchantId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['application', applicationId, 'merchant', merchantId],
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }) => client.merchantApplications.retrieve(applicationId, { merchantId }, { signal }),
  });
}

/** Reads the record of a merchant. Another `changedAt` means that the record can have changed. */
export function useRecord(merchantId: string, changedAt: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['merchant', merchantId, changedAt],
    queryFn: async ({ signal }) => client.merchants.retrieve(merchantId, { signal }),
  });
}

export type RequestedField = NonNullable<ReviewedMerchant['informationRequired']>[number];

interface ReviewInput {
  readonly merchantIds: string[];
  readonly reason: string;
  /** The time of the last change that the person has seen. */
  readonly unchangedSince: string;
}

/**
 * Review actions on merchants of an application. Each one invalidates the queries, whether it succeeds or fails.
 * `onDone` is called after a step that ends the person's work on a merchant.
 */
export function useReviewMutations(applicationId: string, onDone: () => void) {
  const client = useClient();
  const cache = useQueryClient();
  const { merchantApplications: calls, merchants } = client;
  const thenAgain = async <T>(request: PromiseLike<T>): Promise<T> => {
    try {
      return await request;
    } finally {
      await Promise.all(
        [['application', applicationId], ['applications'], ['merchants'], ['merchant']].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      );
    }
  };
  const acts: Record<Exclude<ReviewAction, 'ask-information'>, (input: ReviewInput) => PromiseLike<unknown>> = {
    review: (input) => calls.review(applicationId, input),
    'confirm-kyc': (input) => calls.confirmKyc(applicationId, input),
    reject: (input) => calls.reject(applicationId, input),
    'return-to-review': (input) => calls.returnToReview(applicationId, input),
    screen: (input) => calls.screen(applicationId, input),
    approve: (input) => calls.approve(applicationId, input),
  };
  return {
    act: async (name: keyof typeof acts, input: ReviewInput) => {
      await thenAgain(acts[name](input));
      if (name !== 'confirm-kyc') onDone();
    },
    requestInformation: async (input: ReviewInput, items: RequestedField[]) => {
      await thenAgain(calls.requestInformation(applicationId, { ...input, items }));
      onDone();
    },
    decide: (hitId: string, to: 'CLEARED' | 'CONFIRMED', about: Omit<ReviewInput, 'merchantIds'>) =>
      thenAgain(
        to === 'CLEARED' ? calls.clearHit(applicationId, hitId, about) : calls.confirmHit(applicationId, hitId, about),
      ),
    send: (merchant: object, chain: object | undefined) => {
      const linked = chain && { chain: { ...chain, alreadyExist: true } };
      return thenAgain(
        merchants.onboard({ payload: { applications: [{ merchants: [merchant], ...linked }] } } as never),
      );
    },
    all: (filters: ApplicationFilters) => calls.retrieve(applicationId, { ...filters, limit: OF_ALL }).take(10_000),
  };
}

export type ReviewMutations = ReturnType<typeof useReviewMutations>;
