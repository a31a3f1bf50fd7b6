import { readFile } from 'node:fs/promises';
import {
  CARD_TYPES,
  compile,
  digits,
  flag,
  INSURANCE_CODES,
  InsuranceParameters,
  isJsonObject,
  list,
  NOTIFICATION_TYPES,
  oneOf,
  optional,
  parseJson,
  record,
  SCOPES,
  TOKEN_EVENT_INDICATORS,
  text,
} from '@cardwright/contract';
import type { JSONWebKeySet } from 'jose';
import Type, { type Static } from 'typebox';
import { CALLER_KINDS, type ConfiguredClient, upsertOauthClient } from '../access/index.ts';
import { upsertBank, upsertProduct } from '../banks/index.ts';
import { bureauKeyProblem } from '../embossing/index.ts';
import { upsertInsuranceProgram } from '../insurance/index.ts';
import { UNREADABLE_COUNTRY } from '../kernel/bank.ts';
import { WINDOWS } from '../kernel/calendar.ts';
import { systemClock } from '../kernel/clock.ts';
import { currency } from '../kernel/money.ts';
import { AcquirerConfiguration, applyAcquirer, findAcquirerProblems } from '../merchants/index.ts';
import { receiverKeyProblem, setReceiverKeys } from '../receiver/index.ts';
import type { Database, Tx } from '../storage/index.ts';
import { templateProblem } from '../tokens/index.ts';
import type { Vault } from '../vault/index.ts';
import { auditConfiguration } from './configuration-audit.ts';

const merchantCategories = () => text(9, { minLength: 4, fieldFormat: 'merchant-categories' });
const whole = (most: number) => digits(String(most).length, { description: 'a whole number' });

/** Banks, their products, acquirers and the callers: what an operator sets up before anybody can send anything (docs/operating.md). */
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
      unreadable_country: optional(oneOf(UNREADABLE_COUNTRY)),
      limit_windows: optional(list(oneOf(WINDOWS), { minItems: 3, maxItems: 3, description: 'of limits 1 to 3' })),
      functions: optional(
        list(
          record({
            function: oneOf(['1', '2', '3']),
            merchant_categories: list(merchantCategories(), { minItems: 1 }),
          }),
        ),
      ),
      merchant_groups: optional(
        list(
          record({
            id: text(50),
            name: text(100),
            effect: oneOf(['ALLOW', 'REFUSE']),
            merchant_categories: list(merchantCategories(), { minItems: 1 }),
          }),
        ),
      ),
      resource_strings: optional(
        list(record({ app_name: text(100), strings: list(record({ key: text(100), value: text(1000) })) })),
      ),
      products: list(
        record({
          product_code: text(32),
          name: text(100),
          card_type: oneOf(CARD_TYPES),
          bin: text(8, { minLength: 6, fieldFormat: 'digits' }),
          card_number_length: optional(whole(19)),
          validity_months: optional(whole(240)),
          renewal_months_before: optional(whole(24)),
          can_activate: optional(flag()),
          permissions: optional(list(flag(), { minItems: 5, maxItems: 5, description: 'permissions 1 to 5' })),
        }),
      ),
      embossing: optional(
        record({ public_key: text(100_000, { hasLines: true, description: 'of the card bureau, OpenPGP, armored' }) }),
      ),
      receiver_secrets: optional(list(text(120, { description: 'whsec_..., or public keys whpk_...' }))),
      notification_templates: optional(
        list(
          record({
            type: oneOf(NOTIFICATION_TYPES),
            indicator: optional(oneOf(Object.values(TOKEN_EVENT_INDICATORS))),
            language: text(3, { minLength: 2, description: 'ENG, ARA, ...' }),
            text: text(1_000),
          }),
        ),
      ),
      insurance_programs: optional(
        list(record({ code: oneOf(INSURANCE_CODES), name: text(255), parameters: InsuranceParameters })),
      ),
    }),
  ),
  acquirers: optional(list(AcquirerConfiguration)),
  oauth_clients: list(
    record({
      client_id: text(255),
      kind: oneOf(CALLER_KINDS),
      bank_id: optional(text(4)),
      acquirer_id: optional(text(25)),
      scopes: list(oneOf(SCOPES)),
      secret: optional(text(255, { minLength: 16 })),
      earlier_secret: optional(
        record({ secret: text(255, { minLength: 16 }), until: text(35, { description: 'ISO 8601, with an offset' }) }),
      ),
      jwks: optional(Type.Object({ keys: Type.Array(Type.Object({})) })),
      requests_per_minute: optional(whole(1_000_000)),
    }),
  ),
});
export type Configuration = Static<typeof Configuration>;

/** Reads and checks the file of CARDWRIGHT_CONFIG_FILE. Throws one error that lists everything wrong with it. */
export async function readConfiguration(path: string): Promise<Configuration> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`CARDWRIGHT_CONFIG_FILE: ${path} cannot be read (${error.code})`);
  });
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error(`${path} is not a JSON object`);
  const { value, findings, warnings } = compile(Configuration)(parsed.value, '');
  const unknown = warnings.filter((warning) => warning.rule === 'unknown-field' && !warning.path.includes('jwks'));
  const problems = [
    ...findings.map((finding) => `${finding.path} ${finding.message}`),
    ...unknown.map((warning) => `${warning.path} is not a setting`),
  ];
  const wrong =
    problems.length > 0
      ? problems
      : [
          ...value.banks.flatMap((bank, at) => [
            ...doubled(bank, at),
            ...wrongTemplates(bank, at),
            ...wrongSecrets(bank, at),
            ...wrongRenewals(bank, at),
          ]),
          ...findAcquirerProblems(value.acquirers ?? []),
        ];
  if (wrong.length === 0) wrong.push(...(await wrongBureauKeys(value)));
  if (wrong.length > 0) throw new Error(`${path}: ${wrong.join('; ')}`);
  return value;
}

/** Duplicates within a bank: only one of the two could be in force. */
function doubled(bank: Configuration['banks'][number], at: number): string[] {
  const among = (list: string, member: string, names: readonly string[] = []) =>
    names.flatMap((name, index) =>
      names.indexOf(name) < index ? [`banks[${at}].${list}[${index}].${member} appears twice`] : [],
    );
  return [
    ...among(
      'functions',
      'function',
      bank.functions?.map((one) => one.function),
    ),
    ...among(
      'merchant_groups',
      'id',
      bank.merchant_groups?.map((one) => one.id),
    ),
    ...among(
      'resource_strings',
      'app_name',
      bank.resource_strings?.map((one) => one.app_name),
    ),
    ...among(
      'notification_templates',
      'type, indicator and language',
      bank.notification_templates?.map((one) => `${one.type} ${one.indicator} ${one.language}`),
    ),
  ];
}

function wrongTemplates({ notification_templates: templates = [] }: Configuration['banks'][number], at: number) {
  return templates.flatMap((template, index) => {
    const problem = templateProblem(template);
    return problem === undefined ? [] : [`banks[${at}].notification_templates[${index}].text ${problem}`];
  });
}

function wrongSecrets({ receiver_secrets: secrets = [] }: Configuration['banks'][number], at: number) {
  return secrets.flatMap((secret, index) => {
    const problem = receiverKeyProblem(secret);
    return problem === undefined ? [] : [`banks[${at}].receiver_secrets[${index}] ${problem}`];
  });
}

/** A card that is due for renewal again right after its renewal would be renewed without end. */
function wrongRenewals({ products }: Configuration['banks'][number], at: number) {
  return products.flatMap(({ renewal_months_before: before, validity_months: validity }, index) => {
    const place = `banks[${at}].products[${index}].renewal_months_before`;
    if (before === undefined) return [];
    if (Number(before) === 0) return [`${place} must be at least 1`];
    const isLess = Number(before) < Number(validity ?? DEFAULT_VALIDITY_MONTHS);
    return isLess ? [] : [`${place} must be less than validity_months`];
  });
}

async function wrongBureauKeys({ banks }: Configuration): Promise<string[]> {
  const problems = await Promise.all(
    banks.map(({ embossing }) => (embossing === undefined ? undefined : bureauKeyProblem(embossing.public_key))),
  );
  return problems.flatMap((problem, at) =>
    problem === undefined ? [] : [`banks[${at}].embossing.public_key ${problem}`],
  );
}

/** Creates or updates what the configuration names, in one transaction. What it does not name is left alone. */
export async function applyConfiguration(
  database: Database,
  configuration: Configuration,
  options: { sandbox: boolean; vault?: Vault },
): Promise<void> {
  const names = {
    bankIds: configuration.banks.map((bank) => bank.bank_id),
    acquirerIds: (configuration.acquirers ?? []).map((acquirer) => acquirer.acquirer_id),
    clientIds: configuration.oauth_clients.map((client) => client.client_id),
  };
  await database.transaction(async (tx) => {
    const apply = () => applyAll(tx, configuration, options);
    await auditConfiguration(tx, names, { at: systemClock.now(), vault: options.vault }, apply);
    return { commit: true, result: undefined };
  });
}

async function applyAll(
  tx: Tx,
  configuration: Configuration,
  options: { sandbox: boolean; vault?: Vault },
): Promise<void> {
  for (const bank of configuration.banks) {
    if (currency(bank.currency) === undefined)
      throw new Error(`bank ${bank.bank_id}: ${bank.currency} is not an ISO 4217 currency`);
    await upsertBank(tx, bank.bank_id, toBankRow(bank), options.sandbox);
    for (const product of bank.products) {
      await upsertProduct(tx, bank.bank_id, {
        ...product,
        card_number_length: Number(product.card_number_length ?? 16),
        validity_months: Number(product.validity_months ?? DEFAULT_VALIDITY_MONTHS),
        renewal_months_before: optionalNumber(product.renewal_months_before),
        can_activate: product.can_activate ?? false,
        permissions: product.permissions ?? NO_PERMISSIONS,
      });
    }
    for (const program of bank.insurance_programs ?? []) await upsertInsuranceProgram(tx, bank.bank_id, program);
    await putReceiverSecrets(tx, bank, options.vault);
  }
  for (const acquirer of configuration.acquirers ?? []) await applyAcquirer(tx, acquirer, options);
  for (const client of configuration.oauth_clients) await upsertOauthClient(tx, toClient(client, options.sandbox));
}

/** Without the member, the stored keys stay. Sealing keys needs the vault. */
async function putReceiverSecrets(
  tx: Tx,
  { bank_id: bankId, receiver_secrets: secrets }: Configuration['banks'][number],
  vault: Vault | undefined,
): Promise<void> {
  if (secrets === undefined) return;
  if (vault === undefined) throw new Error(`bank ${bankId}: receiver_secrets cannot be sealed without a vault`);
  await setReceiverKeys(tx, vault, bankId, 'CONFIGURATION', secrets);
}

const DEFAULT_VALIDITY_MONTHS = 60;

function optionalNumber(value: Parameters<typeof Number>[0]): number | null {
  return value === undefined ? null : Number(value);
}

const NO_PERMISSIONS = [false, false, false, false, false];

function toBankRow(bank: Configuration['banks'][number]): Parameters<typeof upsertBank>[2] {
  const { unreadable_country, limit_windows, functions, merchant_groups, resource_strings } = bank;
  return {
    ...bank,
    cut_off: bank.cut_off ?? '00:00',
    fraud_monitoring: bank.fraud_monitoring ?? false,
    notification_templates: bank.notification_templates ?? [],
    embossing: bank.embossing ?? null,
    card_control: {
      ...(unreadable_country !== undefined && { unreadable_country }),
      ...(limit_windows !== undefined && { limit_windows }),
      ...(functions !== undefined && { functions }),
      ...(merchant_groups !== undefined && { merchant_groups }),
      ...(resource_strings !== undefined && { resource_strings }),
    },
  };
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
