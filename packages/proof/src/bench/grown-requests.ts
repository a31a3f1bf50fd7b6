import { BENCH_CONFIGURATION } from './bench-cards.ts';
import { anyOf, type RequestPaths, some } from './list-requests.ts';
import { FIRST_REFERENCE, GROWN_DAYS } from './seeds/seed-grown.ts';

const BANKS = BENCH_CONFIGURATION.banks.length;
const DAY_MS = 86_400_000;

/** Requests of people about any of millions of decisions. The first one does not use the database. */
export function grownRequests({ authorizations, cards }: { authorizations: number; cards: number }): RequestPaths {
  const past = () => Date.now() - Math.floor(Math.random() * (GROWN_DAYS - 1) * DAY_MS);
  const reference = () => anyOf(authorizations);
  const day = () => {
    const from = past();
    return `from=${new Date(from - DAY_MS).toISOString()}&to=${new Date(from).toISOString()}`;
  };
  return {
    'no statement': () => '/../healthz',
    'a decision by its reference': () => `/authorizations/${FIRST_REFERENCE + reference()}`,
    'a decision by reference and trace': () => {
      const n = reference();
      return `/authorizations/${FIRST_REFERENCE + n}?system_trace_audit_number=${String(n % 1_000_000).padStart(6, '0')}`;
    },
    'list, newest': () => '/authorizations',
    'list, a deep page': () => `/authorizations?cursor=${past()}-0`,
    'list of an account': () =>
      `/authorizations?account_number=${String(1 + BANKS * anyOf(cards / BANKS - 1)).padStart(12, '0')}`,
    'list by merchant': () => `/authorizations?merchant=SHOP${anyOf(19_900)}`,
    'list by a rare rule': () => '/authorizations?rule=CARD_STATUS',
    'list of a day by code': () => `/authorizations?${day()}&action_code=51`,
    'list by country and category': () => `/authorizations?country=${some('NZ', 'FR')}&mcc=${some('5732', '5812')}`,
    'list of the reversed': () => '/authorizations?state=REVERSED',
  };
}
