import { defineRest } from '../operation.ts';
import { list, record } from '../schema/fields.ts';
import { BankPromise } from './promise.ts';

export const listPromises = defineRest({
  id: 'rules.list-promises',
  sdk: 'rules.listPromises',
  title: 'List promises',
  description: 'Lists the promises of the bank.',
  reference: 'docs/interface/promises.md#list',
  method: 'GET',
  path: '/promises',
  scope: 'programs:read',
  refusesUnknownQuery: true,
  response: record({ items: list(BankPromise, { description: 'Promises by name' }) }),
});
