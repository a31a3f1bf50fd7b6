import { randomBytes } from 'node:crypto';
import type { InitAnswers, InitOptions } from './init-answers.ts';

/**
 * The scopes that a bank's own system needs for clients, accounts and cards. Merchants and people get their own callers
 * later.
 */
const OF_A_BANK = [
  'clients:write',
  'clients:read',
  'accounts:write',
  'accounts:read',
  'cards:write',
  'cards:read',
  'authorizations:read',
];

const newSecret = () => randomBytes(24).toString('base64url');

/**
 * Writes the configuration file: one bank with a product, a caller for its core system, and a caller for the network.
 */
export function writtenConfiguration(answers: InitAnswers): string {
  const { bankId, bankCode, bankName, country, currency, timeZone, bin } = answers;
  const product = { product_code: 'DEBIT', name: `${bankName} Debit`.slice(0, 100), card_type: 'DEBIT', bin };
  const bank = {
    ...{ bank_id: bankId, bank_code: bankCode, name: bankName, country, currency, time_zone: timeZone },
    products: [{ ...product, card_number_length: 16, validity_months: 60 }],
  };
  const name = bankId.toLowerCase();
  const callers = [
    { client_id: `${name}-core`, kind: 'bank', bank_id: bankId, scopes: OF_A_BANK, secret: newSecret() },
    {
      client_id: `${name}-network`,
      kind: 'network',
      scopes: ['authorizations:write', 'tokens:provision'],
      secret: newSecret(),
    },
  ];
  return `${JSON.stringify({ banks: [bank], oauth_clients: callers }, null, 2)}\n`;
}

/** The settings of the server, by the names of the environment variables. */
export function writtenSettings(
  answers: InitAnswers,
  options: InitOptions,
  files: { readonly keys: string; readonly configuration: string },
): Record<string, string> {
  return {
    CARDWRIGHT_MODE: 'production',
    HOST: '0.0.0.0',
    PORT: '8080',
    DATABASE_URL: answers.databaseUrl,
    ...(options.ownerDatabaseUrl !== undefined && { CARDWRIGHT_OWNER_DATABASE_URL: options.ownerDatabaseUrl }),
    ...(options.trustDatabaseNetwork && { CARDWRIGHT_TRUST_DATABASE_NETWORK: 'true' }),
    CARDWRIGHT_KEY_FILE: files.keys,
    CARDWRIGHT_CONFIG_FILE: files.configuration,
    CARDWRIGHT_PUBLIC_URL: answers.publicUrl,
    CARDWRIGHT_DATA_DIR: options.dataDir,
    CARDWRIGHT_OPERATOR_PORT: '9464',
    ...(options.trustedProxies !== undefined && { CARDWRIGHT_TRUSTED_PROXIES: options.trustedProxies }),
  };
}

/**
 * Formats lines that shells, systemd and container engines read alike. A value is quoted only if a shell would change
 * it.
 */
export function environmentFileOf(settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quoted(value)}`);
  return `# Settings of a Cardwright server. It holds passwords: keep it for its owner alone.\n${lines.join('\n')}\n`;
}

function quoted(value: string): string {
  return /^[\w.,:/@%?=+-]*$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
