import { statement, type Tx } from '../../platform/storage/index.ts';

export interface ProductRow {
  bank_id: string;
  product_code: string;
  name: string;
  card_type: 'PREPAID' | 'CREDIT' | 'DEBIT';
  bin: string;
  card_number_length: number;
  validity_months: number;
  /** Null if the product has no automatic renewal. */
  renewal_months_before: number | null;
  can_activate: boolean;
  /** Permissions 1 to 5. */
  permissions: readonly boolean[];
}

const selectProducts = statement(
  'banks.select-products',
  `select bank_id, product_code, name, card_type, bin, card_number_length, validity_months, can_activate,
          permissions, renewal_months_before
     from products`,
);

export function readProducts(tx: Tx): Promise<ProductRow[]> {
  return tx.query(selectProducts, []);
}

const upsertProductStatement = statement(
  'banks.upsert-product',
  `insert into products (bank_id, product_code, name, card_type, bin, card_number_length, validity_months,
     can_activate, permissions, renewal_months_before)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   on conflict (bank_id, product_code) do update set name = excluded.name, card_type = excluded.card_type,
     bin = excluded.bin, card_number_length = excluded.card_number_length, validity_months = excluded.validity_months,
     can_activate = excluded.can_activate, permissions = excluded.permissions,
     renewal_months_before = excluded.renewal_months_before`,
);

export async function upsertProduct(tx: Tx, bankId: string, product: Omit<ProductRow, 'bank_id'>): Promise<void> {
  await tx.query(upsertProductStatement, [
    bankId,
    product.product_code,
    product.name,
    product.card_type,
    product.bin,
    product.card_number_length,
    product.validity_months,
    product.can_activate,
    product.permissions,
    product.renewal_months_before,
  ]);
}
