/** The kinds of objects that `get` prints, and the id that each is looked up by. */
export const OBJECT_KINDS = {
  account: 'balance of an account, by account number',
  application: 'application of a merchant, by applicationId',
  authorization: 'authorization with its trace, by retrieval reference number (RRN)',
  card: 'card, by EXID or masked number',
  client: 'client, by customer_id',
  endpoint: 'webhook endpoint, by endpoint_id',
  insurance: 'insurance programs of a card, by EXID',
  merchant: 'merchant, by merchantId',
  restrictions: 'restrictions of a card, by EXID or masked number',
  settings: 'switches, limits and counters of an account, by account number',
  token: 'token with its history, by token_reference',
} as const;
export type Kind = keyof typeof OBJECT_KINDS;
