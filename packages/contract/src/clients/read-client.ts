import type { Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { instantField, record, text } from '../schema/fields.ts';
import { Client } from './create-client.ts';
import { personalData } from './list-clients.ts';

export const ClientDetails = record(
  {
    ...Client.properties,
    personal_data: personalData(),
    created_at: instantField(),
  },
  { component: 'ClientDetails', extending: Client },
);
export type ClientDetails = Static<typeof ClientDetails>;

export const readClient = defineRest({
  id: 'clients.read-client',
  sdk: 'clients.retrieve',
  title: 'Get a client',
  description: 'Returns the record of a client as the bank sent it.',
  reference: 'docs/interface/clients.md#read',
  method: 'GET',
  path: '/clients/{customer_id}',
  scope: 'clients:read',
  params: record({ customer_id: text(20, { description: 'Customer (CIF) id, assigned by the bank' }) }),
  refusesUnknownQuery: true,
  response: ClientDetails,
  errors: ['client_not_found'],
});
