import Type, { type Static } from 'typebox';
import { cardType } from '../clients/create-client.ts';
import { defineRest } from '../operation.ts';
import { list, record, text, whole } from '../schema/fields.ts';
import { ProgramVersion } from './program.ts';

export const ProductProgram = record(
  {
    product_code: text(32),
    name: text(100, { description: 'Name of the product' }),
    card_type: cardType(),
    bin_number: text(8, { description: "BIN of the product's cards" }),
    versions: whole(0, 1_000_000, { description: 'Number of versions of the program; 0: none' }),
    in_force: Type.Union([ProgramVersion, Type.Null()], { description: 'Version in force; null if there is none' }),
    next: Type.Union([ProgramVersion, Type.Null()], {
      description: 'Next version to take effect; null if there is none',
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
  refusesUnknownQuery: true,
  response: record({ items: list(ProductProgram, { description: 'Programs by product code' }) }),
});
