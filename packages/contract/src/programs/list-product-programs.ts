import Type, { type Static } from 'typebox';
import { cardType } from '../clients/create-client.ts';
import { defineRest } from '../operation.ts';
import { list, record, text, whole } from '../schema/fields.ts';
import { ProgramVersion } from './program.ts';

export const ProductProgram = record(
  {
    product_code: text(32),
    name: text(100, { description: 'Of the product, for people' }),
    card_type: cardType(),
    bin_number: text(8, { description: 'First digits of the numbers of its cards' }),
    versions: whole(0, 1_000_000, { description: 'Number of versions of its program; 0: none' }),
    in_force: Type.Union([ProgramVersion, Type.Null()], { description: 'The version in force; null: none' }),
    next: Type.Union([ProgramVersion, Type.Null()], {
      description: 'The next version to take effect; null without one',
    }),
  },
  { component: 'ProductProgram' },
);
export type ProductProgram = Static<typeof ProductProgram>;

export const listProductPrograms = defineRest({
  id: 'programs.list-product-programs',
  sdk: 'programs.list',
  title: 'List programs of products',
  description: 'Lists every product of the bank with the version of its program in force and the next version.',
  reference: 'docs/interface/programs.md#list',
  method: 'GET',
  path: '/programs',
  scope: 'programs:read',
  params: record({}),
  query: record({}),
  refusesUnknownQuery: true,
  request: null,
  response: record({ items: list(ProductProgram, { description: 'By product code' }) }),
  errors: [],
});
