import { readFile } from 'node:fs/promises';
import {
  CARD_TYPES,
  compile,
  digits,
  flag,
  isJsonObject,
  list,
  oneOf,
  optional,
  parseJson,
  record,
  SCOPES,
  text,
} from '@cardwright/contract';
import type { JSONWebKeySet } from 'jose';
import Type, { type Static } from 'typebox';
import { CALLER_KINDS, type ConfiguredClient, upsertOauthClient } from './access/index.ts';
import { upsertBank, upsertProduct } from './banks/index.ts';
import { currency } from './kernel/money.ts';
import type { Database } from './storage/index.ts';

const whole = (most: number) => digits(String(most).length, { description: 'a whole number' });

/** Banks, their products and the callers: what an operator sets up before anybody can send anything (docs/operating.md). */
export const Configuration = record({
  banks: list(
    record({
      bank_id: text(4, { minLength: 1 }),
      bank_code: text(3, { minLength: 1 }),
      name: text(100),
      country: text(2, { minLength: 2, description: 'ISO 3166 alpha-2' }),
      currency: text(3, { fieldFormat: 'currency' }),
      time_zone: text(60, { description: 'IANA name' }),
      cut_off: optional(text(5, { description: 'HH:MM local, when the next business date begins; default 00:00' })),
      fraud_monitoring: optional(flag()),
      products: list(
        record({
          product_code: text(32),
          name: text(100),
          card_type: oneOf(CARD_TYPES),
          bin: text(8, { minLength: 6, fieldFormat: 'digits' }),
          card_number_length: optional(whole(19)),
          validity_months: optional(whole(240)),
        }),
      ),
    }),
  ),
  oauth_clients: list(
    record({
      client_id: text(255),
      kind: oneOf(CALLER_KINDS),
      bank_id: optional(text(4)),
      acquirer_id: optional(text(25)),
      scopes: list(oneOf(SCOPES)),
      secret: optional(text(255, { minLength: 16 })),
      jwks: optional(Type.Object({ keys: Type.Array(Type.Object({})) })),
      requests_per_minute: optional(whole(1_000_000)),
    }),
  ),
});
export type Configuration = Static<typeof Configuration>;

/** Reads and checks the file of CARDWRIGHT_CONFIG_FILE. Throws with everything that is wrong with it. */
export async function readConfiguration(path: string): Promise<Configuration> {
  const parsed = parseJson(await readFile(path, 'utf8'));
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error(`${path} is not a JSON object`);
  const { value, findings, warnings } = compile(Configuration)(parsed.value, '');
  const unknown = warnings.filter((warning) => warning.rule === 'unknown-field' && !warning.path.includes('jwks'));
  const problems = [
    ...findings.map((finding) => `${finding.path} ${finding.message}`),
    ...unknown.map((warning) => `${warning.path} is no setting`),
  ];
  if (problems.length > 0) throw new Error(`${path}: ${problems.join('; ')}`);
  return value;
}

/** Creates or updates what the configuration names, in one transaction. What it does not name is left alone. */
export async function applyConfiguration(
  database: Database,
  configuration: Configuration,
  options: { sandbox: boolean },
): Promise<void> {
  await database.transaction(async (tx) => {
    for (const bank of configuration.banks) {
      if (currency(bank.currency) === undefined) throw new Error(`bank ${bank.bank_id}: no currency ${bank.currency}`);
      const { products, ...row } = bank;
      const complete = { ...row, cut_off: bank.cut_off ?? '00:00', fraud_monitoring: bank.fraud_monitoring ?? false };
      await upsertBank(tx, bank.bank_id, complete, options.sandbox);
      for (const product of products) {
        await upsertProduct(tx, bank.bank_id, {
          ...product,
          card_number_length: Number(product.card_number_length ?? 16),
          validity_months: Number(product.validity_months ?? 60),
        });
      }
    }
    for (const client of configuration.oauth_clients) await upsertOauthClient(tx, toClient(client, options.sandbox));
    return { commit: true, result: undefined };
  });
}

function toClient(client: Configuration['oauth_clients'][number], sandbox: boolean): ConfiguredClient {
  const { jwks, requests_per_minute: requestsPerMinute, ...rest } = client;
  return {
    ...rest,
    sandbox,
    ...(jwks !== undefined && { jwks: jwks as unknown as JSONWebKeySet }),
    ...(requestsPerMinute !== undefined && { requests_per_minute: Number(requestsPerMinute) }),
  };
}
