import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KeyMissing, openVault, Pan, readKeyFile, sandboxKeyFile } from '../../platform/vault/index.ts';
import { anotherServer } from '../../testing/another-server.ts';
import { commandDeps, holdTable, rowsByLookupKey, startTraffic, waitForRotation } from '../../testing/callers/keys.ts';
import {
  addCard,
  authorize,
  cardBody,
  ecommerceMessage,
  type IssuedCard,
  issueAccount,
  issueCard,
  luhnNumber,
} from '../../testing/cards/issued-cards.ts';
import { nextMsgId, type TestServer, testServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';
import type { Server } from '../assembly/server.ts';
import { beginRotation, type KeyDeps, readKeyStatus, readRotations } from './index.ts';

describe('rotation of the lookup key', () => {
  let server: TestServer;
  let second: Server;
  let folder: string;
  let keyFile: string;
  /** The second server's copy of the key file. */
  let copy: string;
  /** The key file before all rotations. */
  let oldFile: string;
  let deps: KeyDeps;
  let card: IssuedCard;

  beforeEach(async () => {
    server = await testServer();
    folder = await mkdtemp(join(tmpdir(), 'cardwright-lookup-'));
    keyFile = sandboxKeyFile(server.dataDir);
    copy = join(folder, 'copy.json');
    oldFile = join(folder, 'old.json');
    for (const path of [copy, oldFile]) await copyFile(keyFile, path);
    second = await startSecond(copy);
    deps = await commandDeps(server);
    card = await issueCard(server, { available: '1000000.00' });
  });
  afterEach(async () => {
    await second?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  function startSecond(file: string): Promise<Server> {
    return anotherServer(server, { CARDWRIGHT_KEY_FILE: file });
  }

  /** Checks that the card is found by its number, masked number and EXID, and that its number cannot be used again. */
  async function isFound({ cardNumber, masked, exid, expiry, ...account }: IssuedCard): Promise<void> {
    for (const [id, type] of [
      [cardNumber, 'CONTRACT_NUMBER'],
      [masked, 'CONTRACT_NUMBER'],
      [exid, 'EXID'],
    ]) {
      const identifier = { card_identifier_id: id, card_identifier_type: type };
      const { exception } = await server.envelope('cards.enquire-card', identifier);
      expect([id, exception.error_code]).toEqual([id, '000']);
    }
    const settings = await server.envelope('card-settings.get-settings', { accountNumber: cardNumber });
    expect(settings.exception.error_code).toBe('000');
    for (const number of [cardNumber, masked]) {
      const answer = await authorize(server, ecommerceMessage({ cardNumber: number, expiry }));
      expect([number, answer.json.Action_Code]).toEqual([number, '00']);
    }
    const again = cardBody(account, { card_number: cardNumber, card_expiry_date: expiry });
    expect((await server.envelope('cards.create-card', again)).exception.error_code).toBe('403');
  }

  async function secondAuthorizes(message: Record<string, unknown>): Promise<string> {
    const headers = { authorization: `Bearer ${await server.token('demo-network')}` };
    const answer = await second.app.inject({
      method: 'POST',
      url: '/V2/authorizations/Ecommerce',
      headers,
      payload: message,
    });
    return answer.json().Action_Code;
  }

  /** Begins a rotation whose key the second server does not have yet. */
  async function beginWithoutSecond(): Promise<void> {
    expect(await beginRotation(deps, 'LOOKUP')).toBe(2);
    for (let turn = 0; turn < 3; turn++) {
      await Promise.all([server.server.keyRefresh.refresh(), second.keyRefresh.refresh()]);
      await Promise.all([server.server.keyRefresh.continueRotations(), second.keyRefresh.continueRotations()]);
    }
  }

  async function rotate(): Promise<void> {
    await beginRotation(deps, 'LOOKUP');
    await copyFile(keyFile, copy);
    await waitForRotation(server.db, server.server, second);
  }

  it('waits for a server whose key file lacks the new key, and names it', async () => {
    await beginWithoutSecond();
    await expect(beginRotation(deps, 'LOOKUP')).rejects.toThrow('a rotation to lookup key 2 is not finished yet');
    const { rotations } = await readKeyStatus(server.db.database);
    expect(rotations).toMatchObject([{ kind: 'LOOKUP', key_version: 2, state: 'SPREADING' }]);
    expect(rotations[0]!.waitsFor).toHaveLength(1);
    expect(Object.keys(await rowsByLookupKey(server.db))).toEqual(['1']);
    await isFound(card);
  });

  it('finds cards under either key while it runs, creates none twice, and recognizes earlier requests', async () => {
    await beginWithoutSecond();
    const unknown = ecommerceMessage({ cardNumber: luhnNumber('400000'), expiry: '3012' });
    const header = { msg_id: nextMsgId() };
    const body = cardBody(card, { card_number: luhnNumber('400000'), card_expiry_date: '3012' });
    const made = await server.envelope('cards.create-card', body, { header });
    expect(made.exception.error_code).toBe('000');
    const declined = await authorize(server, unknown);
    expect(declined.json.Action_Code).toBe('14');
    const stale = await commandDeps(server, oldFile);

    const busy = await holdTable(server.db, 'vault_card_numbers');
    await copyFile(keyFile, copy);
    await vi.waitFor(async () => {
      await Promise.all([server.server.keyRefresh.refresh(), second.keyRefresh.refresh()]);
      await server.server.keyRefresh.continueRotations();
      expect(await readRotations(server.db.database)).toMatchObject([{ state: 'RUNNING' }]);
    }, WITHIN);
    await isFound(card);
    const fresh = await addCard(server, { ...card, currency: 'AED' });
    const rows = await rowsByLookupKey(server.db);
    expect(rows['1']).toBeGreaterThan(3);
    expect(rows['2']).toBe(1);
    await isFound(fresh);
    expect(await secondAuthorizes(ecommerceMessage(fresh))).toBe('00');

    // twenty concurrent requests for one number, through servers and through a vault that does not know yet that the
    // new key is active
    const number = luhnNumber('400000');
    const creations = await Promise.all(
      Array.from({ length: 20 }, () =>
        server.envelope('cards.create-card', cardBody(card, { card_number: number, card_expiry_date: '3012' })),
      ),
    );
    expect(creations.map(({ exception }) => exception.error_code).sort()).toEqual(['000', ...Array(19).fill('403')]);

    const repeated = await server.envelope('cards.create-card', body, { header });
    expect(repeated.http.headers['idempotent-replayed']).toBe('true');
    expect(repeated.body).toEqual(made.body);
    expect((await authorize(server, unknown)).headers['idempotent-replayed']).toBe('true');

    await expect(lookFor(stale, fresh)).rejects.toThrow(KeyMissing);
    expect(await lookFor(stale, card)).toHaveLength(1);
    await busy.release();
    await waitForRotation(server.db, server.server, second);
    expect(Object.keys(await rowsByLookupKey(server.db))).toEqual(['2']);
    for (const one of [card, fresh]) await isFound(one);
    expect((await authorize(server, unknown)).headers['idempotent-replayed']).toBe('true');
    expect((await server.envelope('cards.create-card', body, { header })).body).toEqual(made.body);
  });

  function lookFor({ vault, database }: KeyDeps, { cardNumber }: IssuedCard) {
    return vault.findByNumber(database, [{ bankId: 'DEMO', mark: vault.lookup(Pan.parse(cardNumber)!) }]);
  }

  it('keeps a server with the old key file from starting, with an error that states what to do', async () => {
    await rotate();
    await expect(startSecond(oldFile)).rejects.toThrow(
      `CARDWRIGHT_KEY_FILE: ${oldFile} has no lookup key of version 2, which this database needs: put the newest key file`,
    );
  });

  it('continues during traffic on two servers without failures or duplicate numbers', async () => {
    const used = [card, await issueCard(server, { available: '1000000.00' })];
    const traffic = await startTraffic(server, used, second);
    await vi.waitFor(() => expect(traffic.done.refused).toBeGreaterThan(2), WITHIN);
    await rotate();
    const at = traffic.done.refused;
    await vi.waitFor(() => expect(traffic.done.refused).toBeGreaterThan(at), WITHIN);
    await traffic.stop();
    expect(traffic.wrong).toEqual([]);
    expect(Object.keys(await rowsByLookupKey(server.db))).toEqual(['2']);
    for (const one of traffic.cards.slice(-3))
      expect(await secondAuthorizes(ecommerceMessage(one))).toMatch(/^(00|51)$/);
  });

  it('lets a vault that missed the whole rotation find resealed cards and refuse used numbers', async () => {
    const asleep = await commandDeps(server);
    const account = await issueAccount(server);
    await rotate();
    const fresh = await addCard(server, account);
    // the vault has read only its file, not which key is active in the database
    const reopened = { ...asleep, vault: await openVault(server.db.database, await readKeyFile(keyFile)) };
    expect(asleep.vault.ring.now().lookupsInForce).toEqual([1]);
    await expect(lookFor(asleep, card)).rejects.toThrow(KeyMissing);
    expect(await lookFor(reopened, card)).toHaveLength(1);
    const store = ({ vault, database }: KeyDeps, number: string, id: bigint) =>
      vault.store(database, 'DEMO', { cardId: id, accountId: id, expiry: '3012' }, Pan.parse(number)!);
    expect(await store(reopened, fresh.cardNumber, 900_001n)).toBe(false);
    await expect(store(asleep, luhnNumber('400000'), 900_002n)).rejects.toThrow('no lookup key of version 2');
  });
});
