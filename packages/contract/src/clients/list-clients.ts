import type { Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { instantField, oneOf, optional, record, text } from '../schema/fields.ts';
import { itemsQuery, pageOf } from '../schema/page.ts';
import { cardType } from './create-client.ts';

/** Whether personal data other than the name is shown or masked: docs/interface/clients.md#personal-data. */
export const PERSONAL_DATA = ['SHOWN', 'MASKED'] as const;

export const personalData = () =>
  oneOf(PERSONAL_DATA, { component: 'PersonalData', description: 'Whether personal data is masked for this caller' });

export const ClientSummary = record(
  {
    customer_id: text(20, { description: 'Customer (CIF) id, assigned by the bank' }),
    card_name: text(50, { description: 'Name of the client as printed on cards' }),
    card_type: cardType(),
    first_name: text(255),
    last_name: text(255),
    mobile_phone: text(32, { description: 'Masked if personal data is masked' }),
    email: optional(text(255, { description: 'Masked if personal data is masked' })),
    personal_data: personalData(),
    created_at: instantField(),
  },
  { component: 'ClientSummary' },
);
export type ClientSummary = Static<typeof ClientSummary>;

export const listClients = defineRest({
  id: 'clients.list-clients',
  sdk: 'clients.list',
  title: 'List clients',
  description:
    'Lists the clients of the bank, newest first. A search text matches the name, phone number, e-mail address or customer id.',
  reference: 'docs/interface/clients.md#find',
  method: 'GET',
  path: '/clients',
  scope: 'clients:read',
  query: record({
    q: optional(
      text(100, {
        description: 'Word prefixes of the name, a phone number, an e-mail address, or a customer id',
      }),
    ),
    ...itemsQuery,
  }),
  refusesUnknownQuery: true,
  response: pageOf(ClientSummary),
});
