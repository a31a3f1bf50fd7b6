import Type, { type Static } from 'typebox';
import {
  COUNTRIES_FIELD,
  FLAG_FIELDS,
  LIMIT_FIELDS,
  type SettingsField,
  SWITCHES,
} from '../card-settings/settings-fields.ts';
import { LIMIT_WARNINGS, MAX_LIMITS, ProgramLimit } from '../limits/limit.ts';
import { each, flag, instantField, list, oneOf, optional, record, text, whole } from '../schema/fields.ts';

const amount = () =>
  optional(
    text(20, {
      fieldComponent: 'ProgramAmount',
      fieldFormat: 'amount',
      description: 'Amount in the currency of the account',
    }),
  );

/** Defaults of a program's accounts: docs/interface/programs.md. */
export const ProgramDefaults = record(
  {
    ...each(LIMIT_FIELDS, amount),
    ...each(FLAG_FIELDS, () => optional(oneOf(['true', 'false'], { fieldComponent: 'ProgramFlag' }))),
    [COUNTRIES_FIELD]: optional(text(1000, { description: 'ISO 3166 codes, comma separated' })),
    ...each(
      SWITCHES.map((name) => `${name}Status` as const),
      () => optional(oneOf(['ON', 'OFF'], { fieldComponent: 'ProgramSwitch' })),
    ),
    merchantGroupProfileId: optional(text(50, { description: 'Id of a merchant group of the bank' })),
  },
  {
    component: 'ProgramDefaults',
    description: 'Values for settings that an account does not set',
    refusesUnknown: true,
  },
);
export type ProgramDefaults = Static<typeof ProgramDefaults>;
export const PROGRAM_FIELDS = Object.keys(ProgramDefaults.properties) as SettingsField[];

export const ProgramCeilings = record(each(LIMIT_FIELDS, amount), {
  component: 'ProgramCeilings',
  description: 'Maximum values that an account can set',
  refusesUnknown: true,
});
export type ProgramCeilings = Static<typeof ProgramCeilings>;

const OUTCOMES_OF_SCORES = ['APPROVED', 'APPROVED_WITH_CODE'] as const;

/** Settings for requests for tokens: docs/interface/token-provisioning.md#settings. */
export const ProgramProvisioning = record(
  {
    tokensOfCard: optional(
      whole(0, 1_000, { description: 'Maximum number of tokens of a card, without deleted tokens; default 10' }),
    ),
    cardsOfDevice: optional(
      whole(1, 1_000, { description: 'Maximum number of cards with tokens on one device; default 5' }),
    ),
    declinesIn24h: optional(
      whole(1, 1_000, { description: 'Maximum number of declined requests for a card in 24 hours; default 5' }),
    ),
    lowScores: optional(
      oneOf(OUTCOMES_OF_SCORES, { description: 'Outcome if a score is 1 or 2; default APPROVED_WITH_CODE' }),
    ),
    unknownScores: optional(
      oneOf(OUTCOMES_OF_SCORES, { description: 'Outcome if a score is absent; default APPROVED_WITH_CODE' }),
    ),
  },
  {
    component: 'ProgramProvisioning',
    description: 'Settings for decisions on requests for tokens',
    refusesUnknown: true,
  },
);
export type ProgramProvisioning = Static<typeof ProgramProvisioning>;

export const programLimits = (description: string) => list(ProgramLimit, { maxItems: MAX_LIMITS, description });

export const programPath = record({ product_code: text(32, { description: 'Code of a product of the bank' }) });

export const ProgramVersion = record(
  {
    product_code: text(32),
    version: whole(1, 1_000_000),
    is_in_force: flag({
      description: 'Whether the version is in force: the newest version whose start time has passed',
    }),
    in_force_from: Type.Union([text(24), Type.Null()], { description: 'Start time, ISO 8601 UTC; null: immediately' }),
    created_at: instantField(),
    created_by: text(600, { description: 'Person or caller that created the version, as in the audit log' }),
    created_by_name: optional(text(200, { description: 'Name of that person' })),
    defaults: ProgramDefaults,
    ceilings: ProgramCeilings,
    limits: programLimits('Limits as sent'),
    provisioning: ProgramProvisioning,
  },
  { component: 'ProgramVersion' },
);
export type ProgramVersion = Static<typeof ProgramVersion>;

export const PROGRAM_WARNINGS = ['CEILING_BELOW_DEFAULT', ...LIMIT_WARNINGS] as const;

export const ProgramThatWasSet = record(
  {
    ...ProgramVersion.properties,
    warnings: list(
      record(
        {
          warning: oneOf(PROGRAM_WARNINGS, { component: 'ProgramWarningName' }),
          field: text(60, { description: 'Name of a card setting, or the position of the limit, such as `limits[0]`' }),
          message: text(300),
        },
        { component: 'ProgramWarning' },
      ),
      { description: 'Warnings about probable mistakes; the change was made' },
    ),
  },
  { component: 'ProgramThatWasSet', extending: ProgramVersion },
);
export type ProgramThatWasSet = Static<typeof ProgramThatWasSet>;

const side = (description: string) => Type.Union([text(20_000), Type.Null()], { description });
export const ProgramDifference = record(
  {
    part: oneOf(['defaults', 'ceilings', 'limits', 'provisioning'], { component: 'ProgramPart' }),
    field: text(60, { description: 'Name of a card setting, or level and name of a limit, such as `bank JEWELS`' }),
    was: side('Value in the previous version, a limit as JSON; null if absent'),
    is: side('Value in this version, a limit as JSON; null if absent'),
  },
  { component: 'ProgramDifference' },
);
export type ProgramDifference = Static<typeof ProgramDifference>;
