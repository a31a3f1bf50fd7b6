import Type, { type Static } from 'typebox';
import { CHANGE_KINDS } from '../../change-requests/change-values.ts';
import { decimal, flag, instantField, list, oneOf, optional, record, text } from '../../schema/fields.ts';
import { SCREENED_AMENDMENTS } from '../merchant-values.ts';

/** Maximum number of versions that a read of the rules contains. */
export const MAX_RULES_VERSIONS = 50;

const service = () => text(40, { fieldFormat: 'service-code' });
const cardScheme = () => text(4, { fieldFormat: 'card-scheme' });
const codes = (entry: ReturnType<typeof service>) => optional(list(entry, { minItems: 1, maxItems: 1_000 }));
const two = (entry: ReturnType<typeof service>) => optional(list(entry, { minItems: 2, maxItems: 2 }));

/**
 * Rules by which an acquirer boards merchants: docs/interface/onboarding-rules.md. Without a rule, its default holds.
 */
export const OnboardingRules = record(
  {
    catalogues: optional(
      record(
        {
          card_schemes: codes(cardScheme()),
          major_card_schemes: two(cardScheme()),
          terminal_types: codes(text(20, { fieldFormat: 'terminal-type' })),
          wallet_services: codes(service()),
          three_d_secure_services: codes(service()),
          payment_methods: codes(service()),
          default_payment_methods: two(service()),
        },
        { component: 'OnboardingCatalogues', description: 'Codes that a merchant can contain', refusesUnknown: true },
      ),
    ),
    restricted_mccs: optional(
      list(
        text(9, {
          minLength: 4,
          fieldFormat: 'merchant-categories',
          description: 'Category or range, such as 7995 or 4829-4834',
        }),
        {
          maxItems: 10_000,
          description: 'Categories that the screening reports as hits',
        },
      ),
    ),
    deny_list_threshold: optional(decimal(4, { description: 'Minimum score of a hit, 0.70 to 1; default 0.85' })),
    submitter_may_decide: optional(
      flag({ description: 'Whether the submitter of a merchant can also review or approve it; default false' }),
    ),
    approved_amendments: optional(
      list(oneOf(SCREENED_AMENDMENTS), {
        maxItems: SCREENED_AMENDMENTS.length,
        description: 'Types that require approval even without a hit; default MCC and ACCOUNT',
      }),
    ),
  },
  { component: 'OnboardingRules', refusesUnknown: true },
);
export type OnboardingRules = Static<typeof OnboardingRules>;

/** The values of absent rules. An absent catalogue permits every code of the right format. */
export const DEFAULT_ONBOARDING_RULES = {
  restricted_mccs: [],
  deny_list_threshold: '0.85',
  submitter_may_decide: false,
  // Amendments of the category of a merchant and of its accounts.
  approved_amendments: ['MCC', 'ACCOUNT'],
  // The interface does not name the two default networks: docs/interface/merchant-records.md#resolved.
  catalogues: { default_payment_methods: ['VISA', 'MASTERCARD'] },
} as const satisfies OnboardingRules;

/** The rules in the form in which they are stored, compared and returned: without members that have their default. */
export function withoutDefaultRules(rules: OnboardingRules): OnboardingRules {
  const { catalogues, deny_list_threshold: threshold, approved_amendments: approved } = rules;
  const { catalogues: defaultCatalogues, ...defaults } = DEFAULT_ONBOARDING_RULES;
  const uniform = {
    ...rules,
    ...(catalogues !== undefined && { catalogues: withoutDefaults(catalogues, defaultCatalogues) }),
    ...(threshold !== undefined && { deny_list_threshold: String(Number(threshold)) }),
    ...(approved !== undefined && { approved_amendments: inOrderOf(defaults.approved_amendments, approved) }),
  };
  return withoutDefaults(uniform, { ...defaults, catalogues: {} });
}

/** Returns the list in the order of the other list if both have the same entries, and as it is otherwise. */
function inOrderOf<T>(other: readonly T[], list: readonly T[]): T[] {
  const hasSame = new Set(list).size === other.length && other.every((entry) => list.includes(entry));
  return [...(hasSame ? other : list)];
}

function withoutDefaults<T extends object>(values: T, defaults: Readonly<Record<string, unknown>>): Partial<T> {
  const own = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name]),
  );
  return Object.fromEntries(own) as Partial<T>;
}

const orNull = (length: number, description: string) => Type.Union([text(length), Type.Null()], { description });

const OnboardingRulesVersion = record(
  {
    version: Type.Integer({ description: 'Version number, from 1' }),
    rules: OnboardingRules,
    changed_at: instantField(),
    changed_by: text(255, { description: 'Person or caller that changed the rules' }),
    reason: orNull(500, 'Reason as sent'),
  },
  { component: 'OnboardingRulesVersion' },
);
export type OnboardingRulesVersion = Static<typeof OnboardingRulesVersion>;

/** The rules in force, with their history. */
export const OnboardingRulesInForce = record(
  {
    acquirer_id: text(25),
    version: Type.Integer({ description: 'Version number; 0: the rules of the configuration file' }),
    rules: OnboardingRules,
    versions: list(OnboardingRulesVersion, { description: `Latest ${MAX_RULES_VERSIONS} versions, newest first` }),
    second_person: list(oneOf(CHANGE_KINDS, { component: 'ChangeKind' }), {
      description: 'Kinds of changes for which the acquirer requires a second person',
    }),
    screening: Type.Union(
      [
        record(
          {
            url: text(500),
            timeout_ms: Type.Integer(),
            attempts: Type.Integer({ description: 'Number of attempts in quick succession' }),
          },
          { component: 'ScreeningProvider' },
        ),
        Type.Null(),
      ],
      { description: 'External provider, configured only in the configuration file; null if there is none' },
    ),
  },
  { component: 'OnboardingRulesInForce' },
);
export type OnboardingRulesInForce = Static<typeof OnboardingRulesInForce>;
