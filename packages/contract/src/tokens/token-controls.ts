import Type, { type Static } from 'typebox';
import { flag, list, optional, record, text } from '../schema/fields.ts';

/** Shared by the operations on the controls of a token (docs/interface/token-controls.md). */

/** The limit that `singleUse` sets. Only controls of tokens use its name. */
export const SINGLE_USE_LIMIT = 'SINGLE_USE';
/** Maximum number of entries of a list of controls. */
export const MAX_CONTROL_ENTRIES = 50;

const entries = (each: ReturnType<typeof text>, description: string) =>
  optional(list(each, { minItems: 1, maxItems: MAX_CONTROL_ENTRIES, description }));

const either = (each: ReturnType<typeof text>, component: string, description: string) =>
  record(
    {
      allowed: entries(each, 'Allowed entries; all others are blocked'),
      blocked: entries(each, 'Blocked entries; all others are allowed'),
    },
    { component, description, refusesUnknown: true },
  );

const lists = {
  merchants: either(
    text(15, { description: 'Merchant id, as in Card_Acceptor_Identification_Code' }),
    'TokenMerchants',
    'Merchants: either allowed or blocked',
  ),
  categories: either(
    text(4, { minLength: 4, fieldFormat: 'digits', description: 'Merchant category code of four digits' }),
    'TokenCategories',
    'Merchant category codes: either allowed or blocked',
  ),
  countries: either(
    text(3, { description: 'ISO 3166 code: two or three letters, or three digits' }),
    'TokenCountries',
    'Countries: either allowed or blocked. A message without a country matches no entry',
  ),
};

/** The controls of a request. It replaces all of them: an absent one ends. */
export const SetTokenControls = record(
  {
    validUntil: optional(text(30, { fieldFormat: 'utc-time', description: 'Time until which the token can be used' })),
    singleUse: optional(
      flag({
        description: `Allows one payment: sets the limit ${SINGLE_USE_LIMIT} of the token, which counts from the time of the request`,
      }),
    ),
    maxAmount: optional(
      text(20, {
        fieldFormat: 'amount',
        description: 'Maximum amount of one payment, in the currency of the account',
      }),
    ),
    merchants: optional(lists.merchants),
    categories: optional(lists.categories),
    countries: optional(lists.countries),
  },
  { component: 'SetTokenControls' },
);
export type SetTokenControls = Static<typeof SetTokenControls>;

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);

export const TokenControls = record(
  {
    token_reference: text(36, { description: 'Id of the token, a UUID' }),
    validUntil: orNull(text(24)),
    singleUse: flag(),
    maxAmount: orNull(text(20)),
    currency: text(3, { description: 'Currency of the account' }),
    merchants: orNull(lists.merchants),
    categories: orNull(lists.categories),
    countries: orNull(lists.countries),
  },
  { component: 'TokenControls', description: 'Controls in force; null for an absent control' },
);
export type TokenControls = Static<typeof TokenControls>;
