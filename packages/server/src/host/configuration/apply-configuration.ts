import type { JSONWebKeySet } from 'jose';
import { applyAcquirer } from '../../acquiring/index.ts';
import { upsertBank, upsertProduct } from '../../issuing/banks/index.ts';
import { upsertInsuranceProgram } from '../../issuing/insurance/index.ts';
import {
  type ConfiguredClient,
  createSecretHashing,
  hashSecrets,
  type SecretHashing,
  upsertOauthClient,
} from '../../platform/access/index.ts';
import { currency } from '../../platform/kernel/money.ts';
import { systemClock } from '../../platform/kernel/time/clock.ts';
import { setFeed, USUAL_INTERVAL_SECONDS, upsertPartnerEndpoint } from '../../platform/outbox/index.ts';
import { setReceiverKeys } from '../../platform/receiver/index.ts';
import { type Database, liftIdleLimit, type Tx } from '../../platform/storage/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { auditConfiguration, lockConfiguration } from './configuration-audit.ts';
import { type Configuration, DEFAULT_CARD_NUMBER_LENGTH, DEFAULT_VALIDITY_MONTHS } from './configuration-schema.ts';
import { toStoredPartner } from './partner-settings.ts';
import { isOfFixtures, type SandboxEntry, withFixtures } from './sandbox-fixtures.ts';
import { findUncheckedChanges, type UncheckedChange } from './unchecked-changes.ts';

interface ApplyOptions {
  /** Whether the entries belong to the sandbox. */
  readonly sandbox: boolean;
  /** Entries of the sandbox, which the configuration completes and replaces: see {@link withFixtures}. */
  readonly fixtures?: Configuration;
  readonly vault?: Vault;
}

/**
 * Creates or updates everything in the configuration, in one transaction. Leaves everything else unchanged.
 * @returns the changes that are not checked against promises
 */
export async function applyConfiguration(
  database: Database,
  file: Configuration,
  { sandbox, fixtures, vault }: ApplyOptions,
): Promise<readonly UncheckedChange[]> {
  const configuration = fixtures === undefined ? file : withFixtures(file, fixtures);
  const isSandbox = (entry: SandboxEntry) => sandbox || (fixtures !== undefined && isOfFixtures(entry, fixtures));
  const names = {
    bankIds: configuration.banks.map((bank) => bank.bank_id),
    acquirerIds: (configuration.acquirers ?? []).map((acquirer) => acquirer.acquirer_id),
    clientIds: configuration.oauth_clients.map((client) => client.client_id),
  };
  const clients = configuration.oauth_clients.map((client) => ({
    client: toClient(client, isSandbox(client)),
    hashing: createSecretHashing(),
  }));
  for (const { client, hashing } of clients) await hashSecrets(database, client, hashing);
  return await database.transaction(async (tx) => {
    // secrets that another start has stored in the meantime are compared again, one by one, which takes time
    await liftIdleLimit(tx);
    await lockConfiguration(tx);
    const apply = () => applyAll(tx, configuration, { isSandbox, vault, clients });
    const updates = await auditConfiguration(tx, names, { at: systemClock.now(), vault }, apply);
    return { commit: true, result: await findUncheckedChanges(tx, updates) };
  });
}

interface HashedClient {
  readonly client: ConfiguredClient;
  readonly hashing: SecretHashing;
}

async function applyAll(
  tx: Tx,
  configuration: Configuration,
  options: {
    readonly isSandbox: (entry: SandboxEntry) => boolean;
    readonly vault: Vault | undefined;
    readonly clients: readonly HashedClient[];
  },
): Promise<void> {
  const { isSandbox, vault, clients } = options;
  for (const bank of configuration.banks) {
    if (currency(bank.currency) === undefined)
      throw new Error(`bank ${bank.bank_id}: ${bank.currency} is not an ISO 4217 currency`);
    await upsertBank(tx, bank.bank_id, toBankRow(bank), isSandbox(bank));
    for (const product of bank.products) {
      await upsertProduct(tx, bank.bank_id, {
        ...product,
        card_number_length: Number(product.card_number_length ?? DEFAULT_CARD_NUMBER_LENGTH),
        validity_months: Number(product.validity_months ?? DEFAULT_VALIDITY_MONTHS),
        renewal_months_before: optionalNumber(product.renewal_months_before),
        can_activate: product.can_activate ?? false,
        permissions: product.permissions ?? NO_PERMISSIONS,
      });
    }
    for (const program of bank.insurance_programs ?? []) await upsertInsuranceProgram(tx, bank.bank_id, program);
    await insertReceiverSecrets(tx, bank, vault);
    await upsertPartner(tx, bank, vault);
    await setFeed(tx, bank.bank_id, toFeed(bank));
  }
  for (const acquirer of configuration.acquirers ?? []) {
    await applyAcquirer(tx, acquirer, { sandbox: isSandbox(acquirer), ...(vault && { vault }) });
  }
  for (const { client, hashing } of clients) await upsertOauthClient(tx, client, hashing);
}

/** Without `receiver_secrets`, the stored keys stay. Sealing keys needs the vault. */
async function insertReceiverSecrets(
  tx: Tx,
  { bank_id: bankId, receiver_secrets: secrets }: Configuration['banks'][number],
  vault: Vault | undefined,
): Promise<void> {
  if (secrets === undefined) return;
  if (vault === undefined) throw new Error(`bank ${bankId}: receiver_secrets cannot be sealed without a vault`);
  await setReceiverKeys(tx, vault, bankId, 'CONFIGURATION', secrets);
}

/**
 * Without `decision_partner`, the bank has no partner to call. Pending notifications to its system still go to the
 * stored endpoint.
 */
async function upsertPartner(
  tx: Tx,
  { bank_id: bankId, decision_partner: partner }: Configuration['banks'][number],
  vault: Vault | undefined,
): Promise<void> {
  if (partner === undefined) return;
  if (vault === undefined) throw new Error(`bank ${bankId}: keys of decision_partner cannot be sealed without a vault`);
  await upsertPartnerEndpoint(tx, vault, bankId, partner, systemClock.now());
}

function toFeed({ event_feed: feed }: Configuration['banks'][number]): Parameters<typeof setFeed>[2] {
  if (feed === undefined) return undefined;
  const { folder, events, interval_seconds: interval } = feed;
  return { folder, events, intervalSeconds: Number(interval ?? USUAL_INTERVAL_SECONDS) };
}

function optionalNumber(value: Parameters<typeof Number>[0]): number | null {
  return value === undefined ? null : Number(value);
}

const NO_PERMISSIONS = [false, false, false, false, false];

function toBankRow(bank: Configuration['banks'][number]): Parameters<typeof upsertBank>[2] {
  const { unreadable_country, limit_windows, functions, merchant_groups, resource_strings, payment_exceptions } = bank;
  return {
    ...bank,
    cut_off: bank.cut_off ?? '00:00',
    fraud_monitoring: bank.fraud_monitoring ?? false,
    notification_templates: bank.notification_templates ?? [],
    embossing: bank.embossing ?? null,
    second_person: bank.second_person ?? null,
    decision_partner: bank.decision_partner === undefined ? null : toStoredPartner(bank.decision_partner),
    card_control: {
      ...(unreadable_country !== undefined && { unreadable_country }),
      ...(limit_windows !== undefined && { limit_windows }),
      ...(functions !== undefined && { functions }),
      ...(merchant_groups !== undefined && { merchant_groups }),
      ...(resource_strings !== undefined && { resource_strings }),
      ...(payment_exceptions !== undefined && {
        payment_exceptions: payment_exceptions.map((grant) => ({ ...grant, per_day: Number(grant.per_day) })),
      }),
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
