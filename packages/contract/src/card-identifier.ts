import Type from 'typebox';
import { type FieldOptions, oneOf, text } from './schema/fields.ts';

/** Number of digits in a card number: ISO/IEC 7812, and docs/interface/cards.md#identifiers. */
export const SHORTEST_CARD_NUMBER = 13;
export const LONGEST_CARD_NUMBER = 19;

/** The pair that identifies a card: docs/interface/cards.md#identifiers. */
const CARD_IDENTIFIER_TYPES = ['EXID', 'CONTRACT_NUMBER'] as const;
export const EITHER_IDENTIFIER = 'CONTRACT_NUMBER/EXID';
export type CardIdentifierType = (typeof CARD_IDENTIFIER_TYPES)[number] | typeof EITHER_IDENTIFIER;

export const cardIdentifierType = (options: FieldOptions & { maxLength?: number } = {}) =>
  Type.Unsafe<CardIdentifierType>(
    oneOf(CARD_IDENTIFIER_TYPES, {
      // OpenAPI shares this field unless an option changes it
      ...(Object.keys(options).length === 0 && { fieldComponent: 'CardIdentifierType' }),
      maxLength: 20,
      description: 'CONTRACT_NUMBER or EXID; CONTRACT_NUMBER/EXID tries both',
      tolerances: [
        {
          rule: 'either-identifier',
          accepts: 'the literal CONTRACT_NUMBER/EXID, with or without blanks: both are tried',
          accept: (value) =>
            typeof value === 'string' && value.replace(/\s/g, '') === EITHER_IDENTIFIER ? EITHER_IDENTIFIER : undefined,
        },
      ],
      ...options,
    }),
  );

export const cardIdentifierId = () =>
  text(32, {
    fieldComponent: 'CardIdentifier',
    description: 'EXID, or a card number: full, or masked with first 6 and last 4 visible',
    holdsCardNumber: true,
  });
