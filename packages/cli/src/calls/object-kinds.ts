/** The kinds of objects that `get` prints, and the id that each is looked up by. */
export const OBJECT_KINDS = {
  account: 'the balance of an account, by its number',
  application: 'the application of a merchant, by its applicationId',
  authorization: 'an authorization with its trace, by its retrieval reference number (RRN)',
  card: 'a card, by its EXID or its masked number',
  client: 'a client with what is known of it, by its customer_id',
  endpoint: 'a webhook endpoint, by its endpoint_id',
  insurance: 'the insurance programs of a card, by its EXID',
  merchant: 'a merchant, by its merchantId',
  restrictions: 'what a card may not be used for, by its EXID or its masked number',
  settings: 'switches, limits and counters of an account, by its number',
  token: 'a token with its history, by its token_reference',
} as const;
export type Kind = keyof typeof OBJECT_KINDS;
