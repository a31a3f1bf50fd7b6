import type { ListSizes } from './seeds/seed-lists.ts';

/** Requests by name. Each function returns another path below /V2 on each call. */
export type RequestPaths = Readonly<Record<string, () => string>>;

export const anyOf = (most: number) => 1 + Math.floor(Math.random() * most);
export const some = (...values: readonly string[]) => values[Math.floor(Math.random() * values.length)] ?? '';

/** The requests for each list. */
export function listRequests({ clients }: Pick<ListSizes, 'clients'>): RequestPaths {
  const day = () => {
    const from = new Date(Date.now() - anyOf(29) * 86_400_000);
    return `from=${from.toISOString()}&to=${new Date(from.getTime() + 86_400_000).toISOString()}`;
  };
  const account = () => `L${anyOf(clients)}`;
  return {
    'clients, newest': () => '/clients',
    'clients by a letter': () => `/clients?q=${some('m', 'a', 'k', 's')}`,
    'clients by a common name': () => `/clients?q=${some('mohammed', 'ahmed', 'ali', 'khan')}`,
    'clients by two names': () =>
      `/clients?q=${some('mohammed', 'maria', 'chen', 'kofi')}+${some('ali', 'reyes', 'cruz', 'al')}`,
    'clients by phone': () => `/clients?q=050${String(anyOf(clients)).padStart(7, '0')}`,
    'clients by e-mail': () => `/clients?q=client${anyOf(clients)}@example.com`,
    'one client': () => `/clients/LIST-${anyOf(clients)}`,
    'accounts of a client': () => `/accounts?customer_id=LIST-${anyOf(clients)}`,
    'one account': () => `/accounts/${account()}`,
    'cards of a client': () => `/cards?customer_id=LIST-${anyOf(clients)}`,
    'cards by last four and BIN': () => `/cards?last4=${String(anyOf(9_999)).padStart(4, '0')}&bin=660000`,
    'cards by last four and name': () =>
      `/cards?last4=${String(anyOf(9_999)).padStart(4, '0')}&name=${some('ali', 'moh')}`,
    'stolen cards': () => '/cards?status=STOLEN',
    'authorizations, newest': () => '/authorizations',
    'authorizations of an account': () => `/authorizations?account_number=${account()}`,
    'authorizations by a rare merchant': () => `/authorizations?merchant=SHOP${19_000 + anyOf(900)}`,
    'authorizations by a rare rule': () => '/authorizations?rule=CARD_STOLEN',
    'authorizations by country and category': () =>
      `/authorizations?country=${some('NZ', 'FR')}&mcc=${some('5732', '5812')}`,
    'authorizations by amount': () => '/authorizations?min_amount=650.00',
    'authorizations of a day': () => `/authorizations?${day()}&action_code=51`,
    'history of an account': () => `/accounts/${account()}/history`,
    'transactions of an account': () => `/accounts/${account()}/transactions`,
    'statistics by hour': () => '/statistics/authorizations?limit=168',
    'statistics by day and category': () => '/statistics/authorizations?by=day&split=mcc',
    'audit log': () => '/audit',
    events: () => '/events',
  };
}
