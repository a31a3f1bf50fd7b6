import { RESTRICTION_TYPES, SWITCHES } from '@cardwright/contract';
import type { StoredSettings } from '@cardwright/server/internal/issuing/card-settings/index';
import type { Restrictions } from '@cardwright/server/internal/issuing/restrictions/index';
import type pg from 'pg';
import { BENCH_MERCHANT_GROUP } from '../bench-cards.ts';

/** Every switch is on, every limit is high, and every list is set: all rules evaluate something, and approve it. */
const SETTINGS: StoredSettings = {
  ...Object.fromEntries(SWITCHES.map((name) => [`${name}Status`, 'ON'])),
  ecomStatus: 'ON_UNTIL',
  ecomOnUntil: '2099-12-31T19:59:00.000Z',
  cardNotPresentTransactionLimit: '1000000.00',
  cardPresentTransactionLimit: '1000000.00',
  cardPresentAllowBelowLimit: '100.00',
  cashTransactionLimit: '1000000.00',
  dailyLimit: '900000000.00',
  monthlyLimit: '900000000.00',
  limit1: '900000000.00',
  limit2: '900000000.00',
  limit3: '900000000.00',
  cardPresentAllowAnyForeign: 'false',
  cardPresentAllowBelow: 'true',
  cardPresentAllowSpecificForeign: 'true',
  cardPresentAllowSpecificForeignCountries: 'GB, FR, DE, IT, ES, USA, SAU, 356',
  cardPresentAllowForeignStart: '2020-01-01T00:00:00.000Z',
  cardPresentAllowForeignEnd: '2099-01-01T00:00:00.000Z',
  merchantGroupProfileId: BENCH_MERCHANT_GROUP,
};

/** An allowing entry of each type, with an end date. */
const RESTRICTIONS: Restrictions = RESTRICTION_TYPES.map((type) => ({
  type,
  isAllowed: true,
  endsAtMs: Date.parse('2099-12-31T20:00:00.000Z'),
  ...(type === 'INTERNATIONAL_SPECIFIC_COUNTRIES' && { countries: ['GB', 'FR'] }),
}));

/** Puts all controls on the accounts and cards from `first` on. */
export async function seedControls(client: pg.Client, first: number): Promise<void> {
  await client.query(
    `insert into account_settings (bucket, account_id, bank_id, version, settings, changed_at)
     select bucket, account_id, bank_id, 1, replace($2, '900000000.00', 900000000 + account_id || '.00'), now()
       from accounts where account_id >= $1`,
    [first, JSON.stringify(SETTINGS)],
  );
  await client.query('update cards set restrictions = $2, restrictions_version = 1 where card_id >= $1', [
    first,
    JSON.stringify(RESTRICTIONS),
  ]);
}
