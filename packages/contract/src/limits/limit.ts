import Type, { type Static } from 'typebox';
import { sentRuleCondition } from '../conditions/sent-condition.ts';
import { list, oneOf, optional, record, text, whole } from '../schema/fields.ts';

/** Levels of a limit in a program. Levels bank and program include all of their accounts. */
export const PROGRAM_LIMIT_LEVELS = ['bank', 'program', 'account', 'card'] as const;
export type ProgramLimitLevel = (typeof PROGRAM_LIMIT_LEVELS)[number];
/** The level at which messages count together. */
export const LIMIT_LEVELS = [...PROGRAM_LIMIT_LEVELS, 'token'] as const;
export type LimitLevel = (typeof LIMIT_LEVELS)[number];
/** Levels of a limit of every account. */
export const LEVELS_OF_EVERY_ACCOUNT = ['account', 'card'] as const;
export const SET_LIMIT_LEVELS = ['account', 'card', 'token'] as const;

/** `provisionings` counts requests for tokens, the others count messages. */
export const LIMIT_MEASURES = ['amount', 'count', 'merchants', 'provisionings'] as const;
export type LimitMeasure = (typeof LIMIT_MEASURES)[number];

export const LIMIT_OF = ['approvals', 'declines', 'both'] as const;
export type LimitOf = (typeof LIMIT_OF)[number];

export const LIMIT_SPANS = ['day', 'week', 'month', 'year', 'lifetime'] as const;
export type LimitSpan = (typeof LIMIT_SPANS)[number];

/** Maximum number of limits of an account with its cards, and of a program. */
export const MAX_LIMITS = 20;
/** Maximum number of merchants that a limit can count. */
export const MAX_LIMIT_MERCHANTS = 100;
export const SHORTEST_SLIDING_S = 60;
export const LONGEST_SLIDING_S = 2_678_400;

const LimitWindow = record(
  {
    calendar: optional(oneOf(LIMIT_SPANS, { description: "Calendar period in the bank's time zone" })),
    sliding: optional(
      whole(SHORTEST_SLIDING_S, LONGEST_SLIDING_S, { description: 'Length of a sliding window in seconds' }),
    ),
  },
  { component: 'LimitWindow', description: 'Window of the limit: either calendar or sliding' },
);
export type LimitWindow = Static<typeof LimitWindow>;

const limitOfToken = text(36, { fieldFormat: 'uuid', requiredWhen: 'level is token', description: 'Id of the token' });

/** Terms of a limit, without the account, card or token that it applies to. */
export const limitTerms = {
  id: text(24, {
    description: 'Name of the limit and of the rule that declines: A-Z, digits and _, starting with a letter',
  }),
  level: oneOf(LEVELS_OF_EVERY_ACCOUNT, {
    component: 'LevelOfEveryAccount',
    description: 'Level at which messages count',
  }),
  measure: optional(
    oneOf(LIMIT_MEASURES, {
      component: 'LimitMeasure',
      description: 'What the limit counts: amounts, messages, different merchants or requests for tokens',
      requiredWithout: 'lockMerchant',
    }),
  ),
  of: optional(oneOf(LIMIT_OF, { component: 'LimitOf', description: 'Messages that count; absent: approvals' })),
  window: optional(record(LimitWindow.properties, { component: 'LimitWindow', requiredWithout: 'lockMerchant' })),
  max: optional(
    text(20, {
      fieldFormat: 'amount',
      requiredWithout: 'lockMerchant',
      description: 'Maximum: an amount or a whole number',
    }),
  ),
  lockMerchant: optional(
    text(15, {
      description: 'For a card with a single merchant: `first`, or a merchant id; instead of measure, window and max',
    }),
  ),
  where: optional(
    sentRuleCondition('Condition of the messages that the limit checks and counts: docs/interface/conditions.md'),
  ),
};

/** A limit in a program: docs/interface/programs.md#limits. */
export const ProgramLimit = record(
  {
    ...limitTerms,
    level: oneOf(PROGRAM_LIMIT_LEVELS, {
      component: 'ProgramLimitLevel',
      description:
        'Scope: all accounts of the bank together, all accounts of the product, or each account or card separately',
    }),
  },
  { component: 'ProgramLimit' },
);
export type ProgramLimit = Static<typeof ProgramLimit>;

/** The level and the token of a limit that is set or proposed. */
export const limitOfOneToken = {
  level: oneOf(SET_LIMIT_LEVELS, { component: 'SetLimitLevel', description: 'Level at which messages count' }),
  token_reference: optional(limitOfToken),
};

export const SetLimit = record(
  {
    ...limitTerms,
    ...limitOfOneToken,
    account_number: optional(text(64, { requiredWhen: 'level is account' })),
    card_identifier_id: optional(text(20, { requiredWhen: 'level is card', description: 'EXID' })),
  },
  { component: 'SetLimit' },
);
export type SetLimit = Static<typeof SetLimit>;

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const LimitInForce = record(
  {
    id: text(24),
    level: oneOf(LIMIT_LEVELS, { component: 'LimitLevel' }),
    account_number: orNull(text(64), 'Null for a limit of a program or a bank'),
    card_identifier_id: orNull(text(20), 'EXID; null unless the limit is of a card or a token'),
    token_reference: optional(text(36, { description: 'Id of the token; absent unless the limit is of a token' })),
    product_code: optional(
      text(32, { description: 'Product whose program contains the limit; absent if there is none' }),
    ),
    measure: oneOf(LIMIT_MEASURES, { component: 'LimitMeasure' }),
    of: oneOf(LIMIT_OF, { component: 'LimitOf' }),
    window: LimitWindow,
    max: text(20, { description: 'Maximum: an amount in the currency of the account or the bank, or a whole number' }),
    lockMerchant: optional(text(15)),
    where: optional(
      sentRuleCondition('Condition of the messages that the limit checks and counts; absent: all messages'),
    ),
    used: text(30, { description: 'Current usage' }),
    left: text(30, { description: 'Remaining amount or count' }),
    returns_to_zero_at: orNull(
      text(24),
      'Time at which the current usage no longer counts, ISO 8601 UTC; null if the usage is zero or never expires',
    ),
    since: text(24, { description: 'Start of the count, ISO 8601 UTC' }),
  },
  { component: 'LimitInForce' },
);
export type LimitInForce = Static<typeof LimitInForce>;

export const LIMIT_WARNINGS = [
  'LIMIT_UNDER_USED',
  'CONDITION_NEVER_MET',
  'CONDITION_ALWAYS_MET',
  'CONDITION_LIMIT_UNKNOWN',
] as const;

export const LimitThatWasSet = record(
  {
    ...LimitInForce.properties,
    warnings: list(
      record(
        {
          warning: oneOf(LIMIT_WARNINGS, { component: 'LimitWarningName' }),
          message: text(300, { description: 'Description of the warning' }),
        },
        { component: 'LimitWarning' },
      ),
      { description: 'Warnings about probable mistakes; the change was made' },
    ),
  },
  { component: 'LimitThatWasSet', extending: LimitInForce },
);
export type LimitThatWasSet = Static<typeof LimitThatWasSet>;

/** Query for the account, card or token that a limit applies to. */
export const limitOwnerQuery = {
  account_number: optional(text(64, { description: 'Only limits of this account' })),
  card_identifier_id: optional(text(20, { description: 'Only limits of the card with this EXID and of its tokens' })),
  token_reference: optional(text(36, { fieldFormat: 'uuid', description: 'Only limits of this token' })),
};
/** The same query, extended by the programs that can contain limits. */
export const limitPlaceQuery = {
  ...limitOwnerQuery,
  product_code: optional(
    text(32, { description: 'Only limits in the program of this product, of level program or bank' }),
  ),
};
export const limitPath = record({ id: text(24, { description: 'Name of the limit' }) });
