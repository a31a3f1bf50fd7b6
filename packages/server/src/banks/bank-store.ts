import { statement, type Tx } from '../storage/index.ts';

export interface BankRow {
  bank_id: string;
  bank_code: string;
  name: string;
  country: string;
  currency: string;
  time_zone: string;
  cut_off: string;
  fraud_monitoring: boolean;
}

export interface ProductRow {
  bank_id: string;
  product_code: string;
  name: string;
  card_type: 'PREPAID' | 'CREDIT' | 'DEBIT';
  bin: string;
  card_number_length: number;
  validity_months: number;
}

const selectBanks = statement(
  'banks.select-banks',
  `select bank_id, bank_code, name, country, currency, time_zone, cut_off::text, fraud_monitoring from banks`,
);
const selectProducts = statement(
  'banks.select-products',
  `select bank_id, product_code, name, card_type, bin, card_number_length, validity_months from products`,
);

export function readBanks(tx: Tx): Promise<BankRow[]> {
  return tx.query(selectBanks, []);
}

export function readProducts(tx: Tx): Promise<ProductRow[]> {
  return tx.query(selectProducts, []);
}

const upsertBankStatement = statement(
  'banks.upsert-bank',
  `insert into banks (bank_id, bank_code, name, country, currency, time_zone, cut_off, fraud_monitoring, sandbox)
   values ($1, $2, $3, $4, $5, $6, $7::text::time, $8, $9)
   on conflict (bank_id) do update set bank_code = excluded.bank_code, name = excluded.name,
     country = excluded.country, currency = excluded.currency, time_zone = excluded.time_zone,
     cut_off = excluded.cut_off, fraud_monitoring = excluded.fraud_monitoring, sandbox = excluded.sandbox`,
);

export async function upsertBank(
  tx: Tx,
  bankId: string,
  bank: Omit<BankRow, 'bank_id'>,
  sandbox: boolean,
): Promise<void> {
  await tx.query(upsertBankStatement, [
    bankId,
    bank.bank_code,
    bank.name,
    bank.country,
    bank.currency,
    bank.time_zone,
    bank.cut_off,
    bank.fraud_monitoring,
    sandbox,
  ]);
}

const upsertProductStatement = statement(
  'banks.upsert-product',
  `insert into products (bank_id, product_code, name, card_type, bin, card_number_length, validity_months)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (bank_id, product_code) do update set name = excluded.name, card_type = excluded.card_type,
     bin = excluded.bin, card_number_length = excluded.card_number_length, validity_months = excluded.validity_months`,
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
  ]);
}

const selectProductionOnly = statement(
  'banks.select-production-only',
  'select count(*) > 0 and not coalesce(bool_or(sandbox), false) as found from banks',
);

/** Whether banks were set up, and none of them for a sandbox. */
export async function isForProductionOnly(tx: Tx): Promise<boolean> {
  const rows = await tx.query<{ found: boolean }>(selectProductionOnly, []);
  return rows[0]?.found ?? false;
}
