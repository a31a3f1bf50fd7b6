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
    text(20, { fieldComponent: 'ProgramAmount', fieldFormat: 'amount', description: 'In the currency of the account' }),
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
    merchantGroupProfileId: optional(text(50, { description: 'A merchant group of the bank' })),
  },
  {
    component: 'ProgramDefaults',
    description: 'What an account has if it sets nothing',
    refusesUnknown: true,
  },
);
export type ProgramDefaults = Static<typeof ProgramDefaults>;
export const PROGRAM_FIELDS = Object.keys(ProgramDefaults.properties) as SettingsField[];

export const ProgramCeilings = record(each(LIMIT_FIELDS, amount), {
  component: 'ProgramCeilings',
  description: 'The most that an account can set',
  refusesUnknown: true,
});
export type ProgramCeilings = Static<typeof ProgramCeilings>;

const OUTCOMES_OF_SCORES = ['APPROVED', 'APPROVED_WITH_CODE'] as const;

/** Settings for requests for tokens: docs/interface/token-provisioning.md#settings. */
export const ProgramProvisioning = record(
  {
    tokensOfCard: optional(whole(0, 1_000, { description: 'Tokens of a card that are not deleted; default 10' })),
    cardsOfDevice: optional(whole(1, 1_000, { description: 'Cards with tokens on one device; default 5' })),
    declinesIn24h: optional(whole(1, 1_000, { description: 'Declined requests for a card in 24 hours; default 5' })),
    lowScores: optional(oneOf(OUTCOMES_OF_SCORES, { description: 'If a score is 1 or 2; default APPROVED_WITH_CODE' })),
    unknownScores: optional(
      oneOf(OUTCOMES_OF_SCORES, { description: 'If a score is absent; default APPROVED_WITH_CODE' }),
    ),
  },
  { component: 'ProgramProvisioning', description: 'How requests for tokens are decided', refusesUnknown: true },
);
export type ProgramProvisioning = Static<typeof ProgramProvisioning>;

export const programLimits = (description: string) => list(ProgramLimit, { maxItems: MAX_LIMITS, description });

export const programPath = record({ product_code: text(32, { description: 'A product of the bank' }) });

export const ProgramVersion = record(
  {
    product_code: text(32),
    version: whole(1, 1_000_000),
    is_in_force: flag({ description: 'Whether it is the newest version whose time has passed' }),
    in_force_from: Type.Union([text(24), Type.Null()], { description: 'ISO 8601 UTC; null: at once' }),
    created_at: instantField(),
    created_by: text(600, { description: 'A person or a caller, as the audit log names them' }),
    created_by_name: optional(text(200, { description: 'The name of that person' })),
    defaults: ProgramDefaults,
    ceilings: ProgramCeilings,
    limits: programLimits('As they were sent'),
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
          field: text(60, { description: 'A card setting, or the place of the limit: `limits[0]`' }),
          message: text(300),
        },
        { component: 'ProgramWarning' },
      ),
      { description: 'Warnings about a probable mistake; the change was made' },
    ),
  },
  { component: 'ProgramThatWasSet', extending: ProgramVersion },
);
export type ProgramThatWasSet = Static<typeof ProgramThatWasSet>;

const side = (description: string) => Type.Union([text(20_000), Type.Null()], { description });
export const ProgramDifference = record(
  {
    part: oneOf(['defaults', 'ceilings', 'limits', 'provisioning'], { component: 'ProgramPart' }),
    field: text(60, { description: 'Of the card settings, or level and name of a limit: `bank JEWELS`' }),
    was: side('In the version before, a limit as JSON; null: nothing'),
    is: side('In this one, a limit as JSON; null: nothing'),
  },
  { component: 'ProgramDifference' },
);
export type ProgramDifference = Static<typeof ProgramDifference>;
