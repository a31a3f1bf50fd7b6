import type { Configuration } from '@cardwright/server/internal/host/configuration/configuration-schema';
import { Pan } from '@cardwright/server/internal/platform/vault/index';

/** The cards of the bench. A card is computed from its position, so that the load needs no list. */

/**
 * The number of banks. A bank has a million approval codes a day, and a run may approve more. The environment sets it,
 * so that all processes of the bench use the same number.
 */
const BANKS = Number(process.env.BENCH_BANKS ?? 8);
/** The number of banks that have their own settings. */
const OWNING_BANKS = 8;
const [FIRST_OF_THREE, BASE] = [33_000, 36];
const FIRST_BIN = 660_000;
const NUMBER_LENGTH = 16;

export const PRODUCT_CODE = 'BENCH-DEBIT';
export const CURRENCY = { code: 'AED', number: '784' } as const;
/** Sufficient funds for any run, because the bench measures approvals. */
export const AVAILABLE_MINOR = 1_000_000_000_000n;
/** Settings that allow the purchases of the bench. */
export const BENCH_MERCHANT_GROUP = 'BENCH';
export const ACQUIRER = { clientId: 'bench-acquirer', secret: 'bench-acquirer-secret' } as const;
export const LISTER = { clientId: 'bench-lister', secret: 'bench-lister-secret' } as const;
export const TOKEN_SERVICE = { clientId: 'bench-token-service', secret: 'bench-token-service-secret' } as const;
export const NETWORK = { clientId: 'bench-network', secret: 'bench-network-secret' } as const;

const bankNumbers = Array.from({ length: BANKS }, (_, bank) => bank);

/** One caller of each bank. It sets the controls that the bank adds to its decisions. */
export const OWNERS = bankNumbers.slice(0, OWNING_BANKS).map((bank) => ({
  clientId: `bench-owner-${bank}`,
  secret: `bench-owner-secret-${bank}`,
}));

export const BENCH_CONFIGURATION: Configuration = {
  banks: bankNumbers.map((bank) => ({
    bank_id: bankIdOf(bank),
    bank_code: threeOf(bank),
    name: `Bench Bank ${bank}`,
    country: 'AE',
    currency: CURRENCY.code,
    time_zone: 'Asia/Dubai',
    functions: (['1', '2', '3'] as const).map((number) => ({
      function: number,
      merchant_categories: ['5411', '5999'],
    })),
    merchant_groups: [
      { id: BENCH_MERCHANT_GROUP, name: 'Bench', effect: 'ALLOW' as const, merchant_categories: ['5000-5999'] },
    ],
    products: [
      { product_code: PRODUCT_CODE, name: 'Bench Debit', card_type: 'DEBIT' as const, bin: String(FIRST_BIN + bank) },
    ],
  })),
  acquirers: [{ acquirer_id: 'BENCH', name: 'Bench Acquirer' }],
  oauth_clients: [
    {
      client_id: NETWORK.clientId,
      secret: NETWORK.secret,
      kind: 'network',
      scopes: ['authorizations:write'],
    },
    {
      client_id: TOKEN_SERVICE.clientId,
      secret: TOKEN_SERVICE.secret,
      kind: 'network',
      scopes: ['tokens:provision'],
      requests_per_minute: 1_000_000,
    },
    {
      client_id: LISTER.clientId,
      secret: LISTER.secret,
      kind: 'bank',
      bank_id: bankIdOf(0),
      scopes: ['clients:read', 'accounts:read', 'cards:read', 'authorizations:read', 'audit:read', 'webhooks:read'],
      requests_per_minute: 1_000_000,
    },
    ...OWNERS.map((owner, bank): Configuration['oauth_clients'][number] => ({
      client_id: owner.clientId,
      secret: owner.secret,
      kind: 'bank',
      bank_id: bankIdOf(bank),
      scopes: [
        'programs:read',
        'programs:write',
        'authorizations:read',
        'tokens:read',
        'webhooks:read',
        'webhooks:write',
      ],
    })),
    {
      client_id: ACQUIRER.clientId,
      secret: ACQUIRER.secret,
      kind: 'acquirer',
      acquirer_id: 'BENCH',
      scopes: ['merchants:write', 'merchants:read'],
    },
  ],
};

/** @param position from 0 */
export function bankIdOf(position: number): string {
  return `B${threeOf(position % BANKS)}`;
}

/** Returns three letters and digits that name one of a thousand banks. None of them is a sandbox bank. */
function threeOf(bank: number): string {
  return (FIRST_OF_THREE + bank).toString(BASE).toUpperCase();
}

/** Number of the card at a position, with its check digit. */
export function benchPan(position: number): Pan {
  const bin = String(FIRST_BIN + (position % BANKS));
  return Pan.generate(bin, NUMBER_LENGTH, (count) => String(position).padStart(count, '0'));
}

/** Returns an expiry in four years, as YYMM. */
export function benchExpiry(now: Date): string {
  return `${String((now.getUTCFullYear() + 4) % 100).padStart(2, '0')}12`;
}
