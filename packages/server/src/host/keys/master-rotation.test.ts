import { copyFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { NO_THROTTLE } from '../../platform/kernel/concurrency/background-throttle.ts';
import { addRootKey, sandboxKeyFile } from '../../platform/vault/index.ts';
import { anotherServer } from '../../testing/another-server.ts';
import { commandDeps, startTraffic, waitForRotation } from '../../testing/callers/keys.ts';
import { authorize, ecommerceMessage, issueCard } from '../../testing/cards/issued-cards.ts';
import { fileFolder, fileResource } from '../../testing/file-resources.ts';
import { fileServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';
import type { Server } from '../assembly/server.ts';
import { beginRotation, drainRotation, readKeyStatus, removeRetiredKeys } from './index.ts';

describe('rotation of the master key', () => {
  let keyFile: string;
  const logs: string[] = [];

  const server = fileServer();
  const folder = fileFolder();
  beforeAll(() => {
    keyFile = sandboxKeyFile(server.dataDir);
  });
  const deps = fileResource(() => commandDeps(server));
  const card = fileResource(() => issueCard(server, { available: '1000000.00' }));

  function start(file: string): Promise<Server> {
    return anotherServer(server, { CARDWRIGHT_KEY_FILE: file }, { logs });
  }

  const masters = () =>
    server.db.sql(
      `select master_version as version, count(*)::int as keys from (
         select master_version from data_keys union all select master_version from service_keys
         union all select master_version from signing_keys) as wrapped group by 1 order by 1`,
    );
  const newestMaster = async () => Math.max(...(await versionsInFile(keyFile)).map(Number));
  const step = (actor: string, outcome: string) => ({
    actor,
    operation: 'keys.rotate',
    subject: 'master-key:2',
    outcome,
  });
  const versionsInFile = async (path: string) => Object.keys(JSON.parse(await readFile(path, 'utf8')).master);

  it('rewraps every key during traffic; earlier tokens stay valid, and the old key can be removed', async () => {
    expect(await masters()).toEqual([{ version: 1, keys: 3 }]);
    const oldFile = join(folder, 'old.json');
    await copyFile(keyFile, oldFile);
    const token = await server.token('demo-bank');
    const traffic = await startTraffic(server, [card]);
    await vi.waitFor(() => expect(traffic.done.provisioned).toBeGreaterThan(1), WITHIN);
    expect(await beginRotation(deps, 'MASTER')).toBe(2);
    await waitForRotation(server.db, server.server);
    const at = traffic.done.provisioned;
    await vi.waitFor(() => expect(traffic.done.provisioned).toBeGreaterThan(at), WITHIN);
    await traffic.stop();
    expect(traffic.wrong).toEqual([]);
    expect(await masters()).toEqual([{ version: 2, keys: 3 }]);

    expect(await versionsInFile(keyFile)).toEqual(['1', '2']);
    expect(await removeRetiredKeys(deps)).toEqual({ master: [1], lookup: [] });
    expect(await removeRetiredKeys(deps)).toEqual({ master: [], lookup: [] });
    expect(await versionsInFile(keyFile)).toEqual(['2']);
    await server.server.keyRefresh.refresh();
    expect(
      await server.db.sql(
        `select actor, operation, subject, outcome, details from audit_log
          where bank_id = '-' and operation like 'keys.%' order by audit_id`,
      ),
    ).toEqual([
      { ...step('operator:test', 'BEGUN'), details: null },
      { ...step('cardwright', 'DONE'), details: null },
      {
        actor: 'operator:test',
        operation: 'keys.finish',
        subject: `key-file:${keyFile}`,
        outcome: 'REMOVED',
        details: { master: [1], lookup: [] },
      },
    ]);
    expect((await readKeyStatus(server.db.database)).servers).toMatchObject([{ problem: null, master_versions: [2] }]);

    const fresh = await start(keyFile);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fresh.app.inject({ method: 'GET', url: '/V2/webhook-endpoints', headers });
    expect(answer.statusCode).toBe(200);
    await fresh.close();
    await expect(start(oldFile)).rejects.toThrow(
      `CARDWRIGHT_KEY_FILE: ${oldFile} has no master key of version 2, which this database needs: put the newest key file`,
    );
    expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
  });

  it('uses the key of a rotation that was killed after writing the file, instead of making another', async () => {
    const next = (await newestMaster()) + 1;
    await addRootKey(keyFile, 'master', next);
    const written = await readFile(keyFile, 'utf8');
    // running and starting servers accept the additional key
    await server.server.keyRefresh.refresh();
    await (await start(keyFile)).close();
    expect(await beginRotation(deps, 'MASTER')).toBe(next);
    expect(await readFile(keyFile, 'utf8')).toBe(written);
    await waitForRotation(server.db, server.server);
    expect(await masters()).toEqual([{ version: next, keys: 3 }]);
  });

  it('does not add a key to an outdated copy of the file', async () => {
    const copy = join(folder, 'behind.json');
    await copyFile(keyFile, copy);
    const lookup = await beginRotation(deps, 'LOOKUP');
    const before = await readFile(copy, 'utf8');
    const behind = await commandDeps(server, copy);
    await expect(beginRotation(behind, 'MASTER')).rejects.toThrow(
      `${copy} has no lookup key ${lookup}: put the newest key file there before a master key is added`,
    );
    expect(await readFile(copy, 'utf8')).toBe(before);
    await waitForRotation(server.db, server.server);
  });

  it('lets a server without its key file continue, report the problem, and read the file when it is back', async () => {
    const own = join(folder, 'own.json');
    await copyFile(keyFile, own);
    const second = await start(own);
    await rm(own);
    await second.keyRefresh.refresh();
    expect(logs.join('')).toContain(
      'this server lacks a key: it continues with the keys that it has, but it could not restart',
    );
    expect(logs.join('')).toContain(`cannot read ${own}`);
    const headers = { authorization: `Bearer ${await server.token('demo-network')}` };
    const url = '/V2/authorizations/Ecommerce';
    const answer = await second.app.inject({ method: 'POST', url, headers, payload: ecommerceMessage(card) });
    expect(answer.json().Action_Code).toBe('00');
    const named = (await readKeyStatus(server.db.database)).servers.filter(({ problem }) => problem !== null);
    expect(named).toHaveLength(1);
    await copyFile(keyFile, own);
    await second.keyRefresh.refresh();
    expect((await readKeyStatus(server.db.database)).servers.every(({ problem }) => problem === null)).toBe(true);
    await second.close();
    expect((await readKeyStatus(server.db.database)).servers).toHaveLength(1);
  });

  it('needs no server: the process that began it can do all the work', async () => {
    await server.server.keyRefresh.stop();
    const { signal } = new AbortController();
    const next = await beginRotation(deps, 'MASTER');
    await drainRotation(deps, { pauseMs: 0, throttle: NO_THROTTLE, signal });
    expect(await masters()).toEqual([{ version: next, keys: 3 }]);
  });
});
