import { LONGEST_CARD_NUMBER, SHORTEST_CARD_NUMBER } from '@cardwright/contract';
import { findAcquirerProblems } from '../../acquiring/index.ts';
import { bureauKeyProblem } from '../../issuing/embossing/index.ts';
import { findNetworkProblems } from '../../issuing/iso8583/index.ts';
import { templateProblem } from '../../issuing/tokens/index.ts';
import { findFeedProblems } from '../../platform/outbox/index.ts';
import { findProviderProblems } from '../../platform/people/index.ts';
import { receiverKeyProblem } from '../../platform/receiver/index.ts';
import {
  type Configuration,
  DEFAULT_VALIDITY_MONTHS,
  MAX_RENEWAL_MONTHS,
  MAX_REQUESTS_PER_MINUTE,
  MAX_VALIDITY_MONTHS,
} from './configuration-schema.ts';
import { type ConfigurationReach, findPartnerProblems } from './partner-settings.ts';

/** Returns every problem of a configuration that fits its schema. */
export async function findConfigurationProblems(
  configuration: Configuration,
  reach: ConfigurationReach,
): Promise<string[]> {
  const { banks, acquirers = [], people } = configuration;
  const problems = banks.flatMap((bank, at) => [
    ...doubled(bank, at),
    ...wrongTemplates(bank, at),
    ...wrongSecrets(bank, at),
    ...wrongProducts(bank, at),
    ...wrongRenewals(bank, at),
    ...findPartnerProblems(bank.decision_partner, `banks[${at}].decision_partner`, reach),
  ]);
  problems.push(...findFeedProblems(banks), ...wrongCallers(configuration));
  const { deadlineMs } = reach;
  problems.push(
    ...findNetworkProblems(configuration.networks ?? [], { deadlineMs, clients: configuration.oauth_clients }),
  );
  problems.push(...findAcquirerProblems(acquirers), ...findProviderProblems(people?.providers ?? []));
  return problems.length > 0 ? problems : await wrongBureauKeys(configuration);
}

/** Finds duplicates within a bank, of which only one could take effect. */
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

/** Checks the range of a number. The database has the same constraint, but its error would only name the constraint. */
function outside(value: unknown, place: string, least: number, most: number): string[] {
  if (value === undefined || (Number(value) >= least && Number(value) <= most)) return [];
  return [`${place} must be ${least} to ${most}`];
}

function wrongProducts({ products }: Configuration['banks'][number], at: number): string[] {
  return products.flatMap((product, index) => {
    const place = `banks[${at}].products[${index}]`;
    const { card_number_length: length, validity_months: validity } = product;
    return [
      ...outside(length, `${place}.card_number_length`, SHORTEST_CARD_NUMBER, LONGEST_CARD_NUMBER),
      ...outside(validity, `${place}.validity_months`, 1, MAX_VALIDITY_MONTHS),
    ];
  });
}

function wrongCallers({ oauth_clients: callers }: Configuration): string[] {
  return callers.flatMap(({ requests_per_minute: most }, at) =>
    outside(most, `oauth_clients[${at}].requests_per_minute`, 1, MAX_REQUESTS_PER_MINUTE),
  );
}

/** Finds products whose renewed cards would immediately be due for renewal again. */
function wrongRenewals({ products }: Configuration['banks'][number], at: number) {
  return products.flatMap(({ renewal_months_before: before, validity_months: validity }, index) => {
    const place = `banks[${at}].products[${index}].renewal_months_before`;
    if (before === undefined) return [];
    if (Number(before) === 0) return [`${place} must be at least 1`];
    if (Number(before) > MAX_RENEWAL_MONTHS) return [`${place} must be at most ${MAX_RENEWAL_MONTHS}`];
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
