import { decimal, digits, flag, list, oneOf, optional, record, SCREENED_AMENDMENTS, text } from '@cardwright/contract';
import type { Static } from 'typebox';

export const SCREENING_TIMEOUT_MS = 10_000;
export const SCREENING_ATTEMPTS = 5;
export const DENY_LIST_THRESHOLD = 0.85;

const service = () => text(40, { fieldFormat: 'service-code' });
const cardScheme = () => text(4, { fieldFormat: 'card-scheme' });
const two = { minItems: 2, maxItems: 2 };

/** An acquirer and its rules, as one entry of the configuration file. */
export const AcquirerConfiguration = record({
  acquirer_id: text(25, { fieldFormat: 'identifier' }),
  name: text(100),
  catalogues: optional(
    record({
      card_schemes: optional(list(cardScheme(), { minItems: 1 })),
      major_card_schemes: optional(list(cardScheme(), two)),
      terminal_types: optional(list(text(20, { fieldFormat: 'terminal-type' }), { minItems: 1 })),
      wallet_services: optional(list(service(), { minItems: 1 })),
      three_d_secure_services: optional(list(service(), { minItems: 1 })),
      payment_methods: optional(list(service(), { minItems: 1 })),
      default_payment_methods: optional(list(service(), two)),
    }),
  ),
  restricted_mccs: optional(
    list(text(9, { minLength: 4, fieldFormat: 'merchant-categories', description: '7995, or 4829-4834' })),
  ),
  deny_list_threshold: optional(
    decimal(4, { description: 'from which score a name is a hit, 0.70 to 1; 0.85 without it' }),
  ),
  submitter_may_decide: optional(
    flag({ description: 'who sent a merchant may also review or approve it; false without it' }),
  ),
  approved_amendments: optional(
    list(oneOf(SCREENED_AMENDMENTS), {
      description: 'types that wait for approval also without a hit; MCC and ACCOUNT without it',
    }),
  ),
  screening: optional(
    record({
      url: text(500, { description: 'https; http and private addresses in the sandbox only' }),
      token: optional(text(500, { minLength: 16 })),
      timeout_ms: optional(digits(5, { description: '100 to 60000; 10000 without it' })),
      attempts: optional(digits(2, { description: 'in quick succession, 1 to 20; 5 without it' })),
    }),
  ),
});
export type AcquirerConfiguration = Static<typeof AcquirerConfiguration>;

/** Finds problems of the configured acquirers that a schema cannot express. */
export function findAcquirerProblems(acquirers: readonly AcquirerConfiguration[]): string[] {
  const ids = acquirers.map(({ acquirer_id: id }) => id);
  return acquirers.flatMap((acquirer, at) => [
    ...(ids.indexOf(acquirer.acquirer_id) < at ? [`acquirers[${at}].acquirer_id is used twice`] : []),
    ...findCatalogueProblems(acquirer.catalogues ?? {}, `acquirers[${at}].catalogues`),
    ...(isWithin(acquirer.deny_list_threshold ?? DENY_LIST_THRESHOLD, 0.7, 1)
      ? []
      : [`acquirers[${at}].deny_list_threshold must be 0.70 to 1`]),
    ...findScreeningProblems(acquirer.screening, `acquirers[${at}].screening`),
  ]);
}

function findCatalogueProblems(catalogues: NonNullable<AcquirerConfiguration['catalogues']>, path: string): string[] {
  const doubled = Object.entries(catalogues).flatMap(([name, values = []]) =>
    values.flatMap((value, index) =>
      values.indexOf(value) < index ? [`${path}.${name}[${index}] appears twice`] : [],
    ),
  );
  const outside = (name: keyof typeof catalogues, among: keyof typeof catalogues) =>
    (catalogues[name] ?? []).flatMap((value, index) =>
      catalogues[among] === undefined || catalogues[among].includes(value)
        ? []
        : [`${path}.${name}[${index}] is not in ${among}`],
    );
  return [
    ...doubled,
    ...outside('major_card_schemes', 'card_schemes'),
    ...outside('default_payment_methods', 'payment_methods'),
  ];
}

function findScreeningProblems(screening: AcquirerConfiguration['screening'], path: string): string[] {
  if (screening === undefined) return [];
  const { url, timeout_ms: timeoutMs = SCREENING_TIMEOUT_MS, attempts = SCREENING_ATTEMPTS } = screening;
  const isWeb = URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol);
  return [
    ...(isWeb ? [] : [`${path}.url must be an https URL`]),
    ...(isWithin(timeoutMs, 100, 60_000) ? [] : [`${path}.timeout_ms must be 100 to 60000`]),
    ...(isWithin(attempts, 1, 20) ? [] : [`${path}.attempts must be 1 to 20`]),
  ];
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return Number(value) >= least && Number(value) <= most;
}
