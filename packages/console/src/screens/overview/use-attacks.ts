import type { AuthorizationListItem } from '@cardwright/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient, useTimeZone } from '../../session/session.ts';
import { type Burst, busiestWindow, findBursts, isAttack } from './attacks.ts';
import { sameHour } from './spans.ts';
import { MAX_DECLINES } from './use-declines.ts';

const WEEKS = [1, 2, 3, 4];
const DAYS = 7;
const HALF_HOUR_MS = 30 * 60_000;
const PAGE = '200';
/** The bursts that are compared with before: each takes four requests. */
const MAX_BURSTS = 5;

/** An attack with the busiest ten minutes of the merchant in the same hour of the four weeks before. */
export interface Attack extends Burst {
  readonly before: number;
  readonly name: string;
  readonly mcc: string;
}

/** Finds attacks among the newest declines. Only merchants with a burst are compared with the weeks before. */
export function useAttacks(declines: readonly AuthorizationListItem[]) {
  const client = useClient();
  const zone = useTimeZone();
  const bursts = findBursts(declines.map(({ merchant, decided_at: at }) => ({ merchant, at: Date.parse(at) }))).slice(
    0,
    MAX_BURSTS,
  );
  const { data = [] } = useQuery({
    queryKey: ['attacks', bursts],
    enabled: bursts.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly Attack[]> => {
      const busiest = async (burst: Burst, week: number) => {
        const middle = sameHour((burst.from + burst.to) / 2, week * DAYS, zone);
        const [from, to] = [middle - HALF_HOUR_MS, middle + HALF_HOUR_MS].map((at) => new Date(at).toISOString());
        const which = { merchant: burst.merchant, state: 'DECLINED', from, to, limit: PAGE } as const;
        const then = await client.authorizations.list(which as never, { signal }).take(MAX_DECLINES);
        return busiestWindow(then.map(({ decided_at: at }) => Date.parse(at))).count;
      };
      const compared = bursts.map(async (burst) => {
        const before = await Promise.all(WEEKS.map((week) => busiest(burst, week)));
        const one = declines.find(({ merchant }) => merchant === burst.merchant);
        const about = { name: one?.merchant_name_location ?? burst.merchant, mcc: one?.mcc ?? '' };
        return isAttack(burst, before) ? [{ ...burst, ...about, before: Math.max(...before) }] : [];
      });
      return (await Promise.all(compared)).flat();
    },
  });
  return bursts.length === 0 ? [] : data;
}
