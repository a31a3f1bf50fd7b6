import {
  ACQUIRER_CHANGE_KINDS,
  DEFAULT_ONBOARDING_RULES,
  digits,
  list,
  OnboardingRules,
  oneOf,
  optional,
  record,
  text,
} from '@cardwright/contract';
import type { Static } from 'typebox';

export const SCREENING_TIMEOUT_MS = 10_000;
export const SCREENING_ATTEMPTS = 5;

/** An acquirer and its rules, as one entry of the configuration file. */
export const AcquirerConfiguration = record({
  acquirer_id: text(25, { fieldFormat: 'identifier' }),
  name: text(100),
  ...OnboardingRules.properties,
  second_person: optional(list(oneOf(ACQUIRER_CHANGE_KINDS))),
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

/** A problem that a schema cannot express. */
interface Problem {
  readonly path: string;
  readonly message: string;
}

/** Finds problems of the configured acquirers that a schema cannot express. */
export function findAcquirerProblems(acquirers: readonly AcquirerConfiguration[]): string[] {
  const ids = acquirers.map(({ acquirer_id: id }) => id);
  return acquirers.flatMap((acquirer, at) => [
    ...(ids.indexOf(acquirer.acquirer_id) < at ? [`acquirers[${at}].acquirer_id is used twice`] : []),
    ...findRuleProblems(acquirer).map(({ path, message }) => `acquirers[${at}].${path} ${message}`),
    ...findScreeningProblems(acquirer.screening, `acquirers[${at}].screening`),
  ]);
}

/** Finds problems of rules for onboarding that a schema cannot express. */
export function findRuleProblems({
  catalogues = {},
  deny_list_threshold: threshold = DEFAULT_ONBOARDING_RULES.deny_list_threshold,
}: OnboardingRules): Problem[] {
  const isThreshold = isWithin(threshold, 0.7, 1);
  return [
    ...findCatalogueProblems(catalogues),
    ...(isThreshold ? [] : [{ path: 'deny_list_threshold', message: 'must be 0.70 to 1' }]),
  ];
}

function findCatalogueProblems(catalogues: NonNullable<OnboardingRules['catalogues']>): Problem[] {
  const at = (name: string, index: number) => `catalogues.${name}[${index}]`;
  const doubled = Object.entries(catalogues).flatMap(([name, values = []]) =>
    values.flatMap((value, index) =>
      values.indexOf(value) < index ? [{ path: at(name, index), message: 'appears twice' }] : [],
    ),
  );
  const outside = (name: keyof typeof catalogues, among: keyof typeof catalogues) =>
    (catalogues[name] ?? []).flatMap((value, index) =>
      catalogues[among] === undefined || catalogues[among].includes(value)
        ? []
        : [{ path: at(name, index), message: `is not in ${among}` }],
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
