import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { cardNumberMasker, openBankDirectory } from '../../issuing/banks/index.ts';
import { embossBank } from '../../issuing/embossing/index.ts';
import { NO_SUBSCRIPTIONS } from '../../platform/operation/index.ts';
import { Pan } from '../../platform/vault/index.ts';
import { commandDeps, holdTable, rowsByDataKey, rowsByLookupKey, waitForRotation } from '../../testing/callers/keys.ts';
import { luhnNumber } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { fileServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';
import { beginRotation } from './index.ts';

const server = fileServer();
const deps = fileResource(() => commandDeps(server));

it('a lookup key becomes active only after all numbers being stored under the old one are stored', async () => {
  // a server without the key blocks the rotation until the test removes it
  await server.db.sql(
    `insert into key_holders (holder_id, name, master_versions, lookup_versions, data_versions, sealing_version, seen_at)
     values ('slow', 'slow 1', '{1}', '{1}', '{1}', 1, clock_timestamp() + interval '1 hour')`,
  );
  await beginRotation(deps, 'LOOKUP');
  const stale = await commandDeps(server);
  const pan = Pan.parse(luhnNumber('400000'))!;
  const card = (id: bigint) => ({ cardId: id, accountId: id, expiry: '3012' });
  let commit: () => void = () => {};
  const isStored = new Promise<void>((stored) => {
    void stale.database.transaction(async (tx) => {
      expect(await stale.vault.store(tx, 'DEMO', card(900_001n), pan)).toBe(true);
      stored();
      await new Promise<void>((resolve) => {
        commit = resolve;
      });
      return { commit: true, result: undefined };
    });
  });
  await isStored;
  await server.db.sql('delete from key_holders where holder_id = $1', ['slow']);
  const inForce = server.server.keyRefresh.continueRotations();
  await vi.waitFor(async () => {
    const waiting = await server.db.sql(
      `select 1 from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(waiting.length).toBeGreaterThan(0);
  }, WITHIN);
  const before = await rowsByLookupKey(server.db);
  expect(Object.keys(before)).toEqual(['1']);
  commit();
  await inForce;
  await waitForRotation(server.db, server.server);
  expect(await rowsByLookupKey(server.db)).toEqual({ 2: before['1']! + 1 });
  for (const { vault, database } of [deps, await commandDeps(server)]) {
    expect(await vault.store(database, 'DEMO', card(900_002n), pan)).toBe(false);
  }
});

it('a rotation begun by an earlier version includes tables that were added since', async () => {
  const next = await beginRotation(deps, 'DATA');
  await server.db.sql(
    `delete from key_rotation_tables where kind = 'DATA' and table_name in ('acquirers', 'vault_card_numbers')`,
  );
  await waitForRotation(server.db, server.server);
  expect(Object.keys(await rowsByDataKey(server.db))).toEqual([String(next)]);
});

it('a rotation from a backup is finished on another PostgreSQL server, whose transaction ids differ', async () => {
  const next = await beginRotation(deps, 'DATA');
  const busy = await holdTable(server.db, 'vault_card_numbers');
  await vi.waitFor(async () => {
    await server.server.keyRefresh.refresh();
    await server.server.keyRefresh.continueRotations();
    const [rotation] = await server.db.sql(
      `select fence is not null as fenced from key_rotations where kind = 'DATA' and key_version = $1`,
      [next],
    );
    expect(rotation).toEqual({ fenced: true });
  }, WITHIN);
  await server.db.sql(`update key_rotations set fence = '99999999999999' where state = 'RUNNING'`);
  await busy.release();
  await waitForRotation(server.db, server.server);
  expect(Object.keys(await rowsByDataKey(server.db))).toEqual([String(next)]);
});

it('a command that opened the vault before a rotation seals under the key that is active when it writes', async () => {
  const sleeper = await commandDeps(server);
  const next = await beginRotation(deps, 'DATA');
  await waitForRotation(server.db, server.server);
  expect(sleeper.vault.ring.now().sealing).toBe(next - 1);
  const { database, vault } = sleeper;
  const bank = (await openBankDirectory(database)).bank('DEMO')!;
  const maskCardNumbers = cardNumberMasker(await openBankDirectory(database));
  const emboss = {
    database,
    maskCardNumbers,
    changes: NO_SUBSCRIPTIONS,
    vault,
    folder: join(server.dataDir, 'embossing'),
    isSandbox: true,
  };
  const request = { bank, now: server.clock.now(), actor: 'operator:test', requestId: 'RUN-1' };
  expect(await embossBank(emboss, request)).toMatchObject({ kind: 'WRITTEN', files: [{ cards: 3 }] });
  const sealed = await server.db.sql('select record_key_version from embossing_queue where sealed_record is not null');
  expect(sealed).toEqual(Array(3).fill({ record_key_version: next }));
  expect(Object.keys(await rowsByDataKey(server.db))).toEqual([String(next)]);
});
