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
      allowed: entries(each, 'Only these'),
      blocked: entries(each, 'All others'),
    },
    { component, description, refusesUnknown: true },
  );

const lists = {
  merchants: either(
    text(15, { description: 'As in Card_Acceptor_Identification_Code' }),
    'TokenMerchants',
    'One of the two',
  ),
  categories: either(
    text(4, { minLength: 4, fieldFormat: 'digits', description: 'Four digits' }),
    'TokenCategories',
    'One of the two: merchant category codes',
  ),
  countries: either(
    text(3, { description: 'ISO 3166: two or three letters, or three digits' }),
    'TokenCountries',
    'One of the two. A message that names no country is in no list',
  ),
};

/** The controls of a request. It replaces all of them: an absent one ends. */
export const SetTokenControls = record(
  {
    validUntil: optional(text(30, { fieldFormat: 'utc-time', description: 'The token pays before this time' })),
    singleUse: optional(
      flag({
        description: `Allows one payment: the limit ${SINGLE_USE_LIMIT} of the token, which counts from then on`,
      }),
    ),
    maxAmount: optional(
      text(20, {
        fieldFormat: 'amount',
        description: 'The highest amount of one payment, in the currency of the account',
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
  { component: 'TokenControls', description: 'null: no such control' },
);
export type TokenControls = Static<typeof TokenControls>;
