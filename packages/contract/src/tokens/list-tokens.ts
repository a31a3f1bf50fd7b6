import type { Static } from 'typebox';
import { cardIdentifierType } from '../card-identifier.ts';
import { defineRest } from '../operation.ts';
import { list, oneOf, optional, record, text } from '../schema/fields.ts';
import { nextCursor, pageQuery } from '../schema/page.ts';
import { TOKEN_STATES, Token } from './token.ts';

const Query = record({
  card_identifier_id: optional(
    text(32, {
      description: 'EXID or masked card number. Do not send a full card number in a URL',
      holdsCardNumber: true,
    }),
  ),
  card_identifier_type: optional(cardIdentifierType({ description: 'Default EXID; CONTRACT_NUMBER/EXID tries both' })),
  state: optional(oneOf(TOKEN_STATES, { component: 'TokenState', description: 'Only tokens in this state' })),
  ...pageQuery,
});
export type ListTokensQuery = Static<typeof Query>;

export const listTokens = defineRest({
  id: 'tokens.list-tokens',
  sdk: 'tokens.list',
  title: 'List tokens',
  description: 'Lists the tokens of a card or of the whole bank, newest first.',
  reference: 'docs/interface/tokens.md#list',
  method: 'GET',
  path: '/tokens',
  scope: 'tokens:read',
  query: Query,
  response: record({
    tokens: list(Token, { description: 'Tokens, newest first' }),
    next_cursor: nextCursor,
  }),
  errors: ['card_not_found', 'several_cards_match'],
});
