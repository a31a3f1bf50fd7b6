import { expect, it } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { allStatements } from '../storage/index.ts';
import './vault-store.ts';
it('plan', async () => {
  const db = await testDatabase();
  await db.sql(`insert into data_keys (key_version, wrapped_key) values (1, '')`);
  await db.sql(`insert into vault_card_numbers (bank_id, card_id, account_id, lookup_version, lookup_hash, first6, last4, number_length, expiry, key_version, sealed_number)
      select 'DEMO', n, n, 1, sha256(n::text::bytea), '400000', lpad((n % 10000)::text, 4, '0'), 16, '3012', 1, '' from generate_series(1,200000) n`);
  await db.sql('analyze');
  const st = allStatements().find((s) => s.name === 'vault.select-candidates')!;
  await db.sql(`prepare c as ${st.text}`);
  const ten = "array['400000','400001','400002','400003','400004','400005','400006','400007','400008','400009']::bpchar[]";
  console.log(JSON.stringify(await db.sql(`explain analyze execute c('DEMO', ${ten}, '1234', 16)`), null, 1));
  await db.sql('set plan_cache_mode = force_generic_plan');
  console.log(JSON.stringify(await db.sql(`explain analyze execute c('DEMO', ${ten}, '1234', 16)`), null, 1));
  await db.close();
  expect(1).toBe(1);
});
