import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anotherServer } from '../../testing/another-server.ts';
import { commandDeps, rowsByContentKey, senderThrough, waitForRotation } from '../../testing/callers/keys.ts';
import { authorize, ecommerceMessage, issueCard, luhnNumber, type Sender } from '../../testing/cards/issued-cards.ts';
import { act, activationCodeOf, newToken, queueNotifications } from '../../testing/cards/tokens.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { RECEIVING_BANKS, receivingBank, SECRET_A } from '../../testing/notifications.ts';
import { type RepeatableRequest, repeatableRequests } from '../../testing/requests/repeated-requests.ts';
import { type Answer, fileServer } from '../../testing/test-server.ts';
import type { Server } from '../assembly/server.ts';
import { applyConfiguration } from '../configuration/apply-configuration.ts';
import { beginRotation, readKeyStatus, readRotations } from './index.ts';

let second: Server;
let both: Sender[];
const server = fileServer();
const deps = fileResource(() => commandDeps(server));
beforeAll(async () => {
  await applyConfiguration(server.db.database, RECEIVING_BANKS, { sandbox: true, vault: deps.vault });
  await queueNotifications(server);
  second = await anotherServer(server);
  await server.server.periodicJobs.runDue();
  both = [server, senderThrough(server, second)];
});
afterAll(async () => {
  await second?.close();
});

async function rotate(): Promise<number> {
  const version = await beginRotation(deps, 'CONTENT');
  await waitForRotation(server.db, server.server, second);
  return version;
}

const isReplayed = ({ headers }: Answer) => headers['idempotent-replayed'] === 'true';

function codeOf({ json, text }: Answer): unknown {
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
  const envelope = Object.values((json as any).GwSrvResponse ?? {})[0] as any;
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
  const received = (json as any).response?.status.code;
  return json.Action_Code ?? json.error_code ?? received ?? envelope?.exception_details.error_code ?? text;
}

/** Checks that both servers recognize every repeat and refuse a different request with the same id. */
async function expectKnown(requests: readonly RepeatableRequest[]): Promise<void> {
  for (const through of both) {
    for (const { name, same, changed, refusal } of requests) {
      const again = await same(through);
      expect([name, isReplayed(again), again.text]).toEqual([name, true, expect.any(String)]);
      const other = await changed(through);
      expect([name, codeOf(other), isReplayed(other)]).toEqual([name, refusal, false]);
    }
  }
}

describe('rotation of the content key', () => {
  it('keeps earlier requests known on two running servers: repeats get the first answer, and other contents are refused', async () => {
    const before = await repeatableRequests(server, SECRET_A);
    for (const { same } of before) await same(server);
    await expectKnown(before);
    const counted = await rowsByContentKey(server.db);
    expect(Object.keys(counted)).toEqual(['1']);

    expect(await rotate()).toBe(2);
    await expectKnown(before);
    const after = await repeatableRequests(server, SECRET_A);
    for (const { same } of after) await same(both[1]!);
    await expectKnown(after);
    await expectKnown(before);

    expect(await rotate()).toBe(3);
    await expectKnown([...before, ...after]);
    const rows = await rowsByContentKey(server.db);
    expect(Object.keys(rows)).toEqual(['1', '2', '3']);
    // only the keys of senders, which never expire, changed their content key
    expect(rows[1]).toBe(counted[1]! - 3);
    expect(rows[3]).toBe(3);
  });

  it('lets a code that was sent before it activate the token, and recognizes a used one', async () => {
    const { exid } = await issueCard(server);
    const code = { activation: 'CODE', activation_pref: 'SMS' };
    const [waiting, active] = [await newToken(server, exid, code), await newToken(server, exid, code)];
    const [first, used] = [await activationCodeOf(server, waiting), await activationCodeOf(server, active)];
    const activate = (reference: string, digits: string) =>
      act(server, reference, 'activate', { activation_code: digits });
    expect((await activate(active, used)).status).toBe(200);
    await rotate();
    expect((await activate(active, used)).status).toBe(200);
    const other = used === '000000' ? '000001' : '000000';
    expect((await activate(active, other)).json.error_code).toBe('420');
    expect((await activate(waiting, first)).json.token_state).toBe('ACTIVE');
    expect((await activate(waiting, first)).status).toBe(200);
  });

  it('takes effect when every server has the key, and a server that has not read this yet recognizes rows of the others', async () => {
    const next = await beginRotation(deps, 'CONTENT');
    await server.server.keyRefresh.refresh();
    await second.keyRefresh.refresh();
    await server.server.keyRefresh.continueRotations();
    expect((await readRotations(server.db.database)).at(-1)).toMatchObject({ kind: 'CONTENT', state: 'RUNNING' });
    await server.server.keyRefresh.refresh();
    // the second server has the key, but has not read that it is active
    const requests = await repeatableRequests(server, SECRET_A);
    for (const { same } of requests) await same(server);
    await expectKnown(requests);
    const late = await repeatableRequests(server, SECRET_A);
    for (const { same } of late) await same(both[1]!);
    await expectKnown(late);
    await waitForRotation(server.db, server.server, second);
    await expectKnown([...requests, ...late]);
    expect((await rowsByContentKey(server.db))[next]).toBeGreaterThan(0);
  });

  it('keeps one row for a message about an unknown card, by which a repeat with another amount is detected', async () => {
    const message = ecommerceMessage({ cardNumber: luhnNumber('400000'), expiry: '3012' });
    expect((await authorize(server, message)).json.Action_Code).toBe('14');
    await rotate();
    expect(isReplayed(await authorize(server, message))).toBe(true);
    const other = { ...message, Transaction_Amount_Cardholder_Billing: '000000002600' };
    expect(isReplayed(await authorize(server, other))).toBe(false);
    const rows = await server.db.sql(
      `select z.action_code, e.kind from authorizations z left join authorization_events e using (bucket, account_id, message_key)
        where z.retrieval_reference = $1`,
      [message.Retrieval_Reference_Number],
    );
    expect(rows).toEqual([{ action_code: '14', kind: 'DUPLICATE_REFUSED' }]);
  });

  it('keeps the keys of senders assigned to their bank, whichever content key marked them', async () => {
    await beginRotation(deps, 'CONTENT');
    await waitForRotation(server.db, server.server, second);
    const apply = (banks: Parameters<typeof applyConfiguration>[1]['banks']) =>
      applyConfiguration(server.db.database, { banks, oauth_clients: [] }, { sandbox: true, vault: deps.vault });
    const marks = () => server.db.sql('select bank_id, key_mark, content_version from receiver_keys order by 1, 2');
    const before = await marks();
    await apply(RECEIVING_BANKS.banks);
    expect(await marks()).toEqual(before);
    const error = await apply([receivingBank('RECB', '052', [SECRET_A])]).catch((thrown: Error) => thrown);
    expect(String(error)).toContain('bank RECB: one of its receiver_secrets already belongs to another bank');
  });

  it('has a status that counts the rows under each key, and metrics with the number of keys', async () => {
    await rotate();
    const { keys } = await readKeyStatus(server.db.database);
    const contents = keys.filter(({ kind }) => kind === 'CONTENT');
    expect(contents.map(({ state }) => state)).toEqual([...Array(contents.length - 1).fill('RETIRING'), 'ACTIVE']);
    expect(contents[0]!.rows.map(({ table }) => table)).toContain('message_claims');
    expect(contents.at(-1)!.rows.find(({ table }) => table === 'receiver_keys')!.rows).toBe(3n);
    const { text } = await server.request({ method: 'GET', url: '/metrics' });
    expect(text).toContain(`cardwright_keys{kind="CONTENT",state="RETIRING"} ${contents.length - 1}`);
  });
});
