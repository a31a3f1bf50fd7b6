import { createHash } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maskValidCardNumbers } from '../../platform/kernel/text/masked-text.ts';
import { NO_SUBSCRIPTIONS } from '../../platform/operation/index.ts';
import { openVault, sandboxKeys } from '../../platform/vault/index.ts';
import { setCardStatus } from '../../testing/cards/card-control.ts';
import { embossingFolder, exidsOf, filesIn, makeBureau } from '../../testing/cards/embossing.ts';
import { addCard, cardBody, clientBody, issueAccount } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { fileServer } from '../../testing/test-server.ts';
import { openBankDirectory } from '../banks/index.ts';
import { embossBank } from './emboss-bank.ts';
import type { EmbossDeps } from './embossing-request.ts';
import { reprintRun } from './reprint-run.ts';

const NOW = new Date('2026-11-20T08:00:00.000Z');
let folder: string;
let deps: EmbossDeps;

const server = fileServer();
const vault = fileResource(async () => openVault(server.db.database, await sandboxKeys(server.dataDir)));
const bureau = fileResource(() => makeBureau());
beforeAll(async () => {
  folder = await embossingFolder();
  deps = {
    database: server.db.database,
    maskCardNumbers: maskValidCardNumbers,
    changes: NO_SUBSCRIPTIONS,
    vault,
    folder,
    isSandbox: true,
  };
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function bank(bankId: string, publicKey: string | null) {
  await server.db.sql('update banks set embossing = $2 where bank_id = $1', [
    bankId,
    publicKey === null ? null : JSON.stringify({ public_key: publicKey }),
  ]);
  return (await openBankDirectory(server.db.database)).bank(bankId)!;
}

async function emboss(bankId: string, publicKey: string | null = null) {
  const request = { bank: await bank(bankId, publicKey), now: NOW, actor: 'operator:test', requestId: 'RUN' };
  const outcome = await embossBank(deps, request);
  if (outcome.kind !== 'WRITTEN') throw new Error(outcome.kind);
  return outcome;
}

let clients = 0;

interface ExpectedRow {
  client?: Record<string, unknown>;
  card?: Record<string, unknown>;
  as?: string;
}

/** Creates a physical card of a new client, and returns its EXID. */
async function physicalCard({ client = {}, card = {}, as = 'other-bank' }: ExpectedRow = {}): Promise<string> {
  const customerId = `EMB-${++clients}`;
  const long = card.product_code === 'OTHER-LONG';
  const type = long ? 'PREPAID' : 'DEBIT';
  const own = { bank_code: '002', card_type: type };
  const made = await server.envelope('clients.create-client', clientBody(customerId, { ...own, ...client }), { as });
  expect(made.exception.error_code).toBe('000');
  const product = String(card.product_code ?? 'OTHER-DEBIT');
  const account = await server.envelope(
    'accounts.create-account',
    {
      customer_id: customerId,
      card_type: type,
      account: { customer_id: customerId, branch_code: '001', product_code: product, currency: 'EUR' },
    },
    { as },
  );
  const body = cardBody(
    { customerId, accountNumber: account.body.account_number },
    {
      bin_number: '420000',
      product_code: product,
      currency: 'EUR',
      card_virtual_indicator: 'P',
      card_expiry_date: '3012',
      ...card,
    },
    { card_type: type },
  );
  const issued = await server.envelope('cards.create-card', body, { as });
  expect(issued.exception.error_code, JSON.stringify(issued.body)).toBe('000');
  return issued.body.card_identifier_id;
}

const ADDRESSES = [
  { address_type: 'PERMANENT', address_line_1: 'Villa 7', address_line_2: 'Street 12', city: 'Dubai', country: 'ARE' },
  {
    address_type: 'WORK',
    address_line_1: 'Königstraße 1',
    address_line_2: '2. Stock',
    address_line_3: 'Abt. Löschen',
    address_line_4: 'Tor 4',
    city: 'Köln',
    state: 'NRW',
    zip: '50667',
    country: 'DEU',
  },
];
const mailTo = (value: string) => [{ key: 'CL-MAIL-ADDR-IND', value }];

describe('an embossing file', () => {
  it('has every column of every card as the layout defines, encrypted only to the bureau', async () => {
    const work = await physicalCard({
      client: { addresses: ADDRESSES, custom_fields: mailTo('WORK') },
      card: { card_number: '4200001234567897', cardholder_name: 'José Núñez-Weiß' },
    });
    const arabic = await physicalCard({
      client: { addresses: ADDRESSES },
      card: { card_number: '4200000000000018', cardholder_name: 'محمد بن راشد' },
    });
    const present = await physicalCard({
      client: { addresses: ADDRESSES, custom_fields: mailTo('PRESENT') },
      card: { card_number: '4200000000000026', cardholder_name: 'MARIA A' },
    });
    const long = await physicalCard({
      card: {
        card_number: '4210000100000000017',
        bin_number: '42100001',
        product_code: 'OTHER-LONG',
        cardholder_name: 'ABDULRAHMAN ALI AL-MAKTOUM',
      },
    });
    const { files, kind: _, ...remarks } = await emboss('OTHR', bureau.publicKey);
    const none = { held: [], leftOut: [], cutAddresses: [], otherHostRuns: [] };
    expect(remarks).toEqual({ ...none, withoutAddress: [present, long] });
    expect(files).toMatchObject([{ runNumber: 1, cards: 4, recipient: bureau.fingerprint }]);
    expect(await filesIn(folder)).toEqual(['OTHR-000001-20261120.emb.pgp']);
    const path = join(folder, 'OTHR-000001-20261120.emb.pgp');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readFile(path)).includes('4200001234567897')).toBe(false);

    const content = await bureau.open(path);
    const lines = content.split('\n');
    expect(lines.map((line) => line.length)).toEqual([717, 717, 717, 717, 717, 717, 0]);
    expect(lines[0]!.trimEnd()).toBe('H01OTHR0020000012026-11-20T09:00:00+01:00SANDBOX');
    const expected = (
      cardNumber: string,
      name: string,
      exid: string,
      more: { at: string; product?: string; type?: string; address?: string[] },
    ) =>
      [
        'D',
        more.at,
        cardNumber.padEnd(19),
        '3012',
        name.padEnd(26),
        '001',
        exid.padEnd(20),
        (more.product ?? 'OTHER-DEBIT').padEnd(32),
        'P',
        'NEW        ',
        (more.type ?? 'PERMANENT').padEnd(9),
        ...[100, 100, 100, 100, 60, 32, 32, 60].map((length, at) => (more.address?.[at] ?? '').padEnd(length)),
      ].join('');
    expect(lines[1]).toBe(
      expected('4200001234567897', 'JOSE NUNEZ-WEISS', work, {
        at: '0000001',
        type: 'WORK',
        address: ['Konigstrasse 1', '2. Stock', 'Abt. Loschen', 'Tor 4', 'Koln', 'NRW', '50667', 'DEU'],
      }),
    );
    expect(lines[2]).toBe(
      expected('4200000000000018', 'MHMD BN RASHD', arabic, {
        at: '0000002',
        address: ['Villa 7', 'Street 12', '', '', 'Dubai', '', '', 'ARE'],
      }),
    );
    expect(lines[3]).toBe(expected('4200000000000026', 'MARIA A', present, { at: '0000003', type: 'PRESENT' }));
    expect(lines[4]).toBe(
      expected('4210000100000000017', 'ABDULRAHMAN ALI AL-MAKTOUM', long, { at: '0000004', product: 'OTHER-LONG' }),
    );
    const beforeTrailer = content.slice(0, 5 * 718);
    const hash = createHash('sha256').update(beforeTrailer, 'ascii').digest('hex');
    expect(lines[5]!.trimEnd()).toBe(`T0000004${hash}`);
    expect(files[0]!.contentSha256).toBe(createHash('sha256').update(content, 'ascii').digest('hex'));
  });

  it('is written unencrypted only in the sandbox, for a bank without a key', async () => {
    const before = await filesIn(folder);
    const exid = await physicalCard();
    const production = { ...deps, isSandbox: false };
    const request = { bank: await bank('OTHR', null), now: NOW, actor: 'operator:test', requestId: 'RUN' };
    expect(await embossBank(production, request)).toEqual({ kind: 'NO_KEY' });
    expect(await reprintRun(production, request, 1)).toEqual({ kind: 'NO_KEY' });
    expect(await filesIn(folder)).toEqual(before);
    const { files } = await emboss('OTHR');
    const run = (await lastRun()) ?? 0;
    expect(files).toMatchObject([{ runNumber: run, cards: 1, recipient: undefined }]);
    expect(exidsOf(await readFile(files[0]!.path, 'ascii'))).toEqual([exid]);
    expect(files[0]!.path).toBe(join(folder, `OTHR-00000${run}-20261120.emb`));
  });

  it('is not written if no card waits, and then uses no run number', async () => {
    await emboss('OTHR');
    const last = await lastRun();
    expect(await emboss('OTHR')).toMatchObject({ files: [] });
    expect(await lastRun()).toBe(last);
  });

  it('contains no virtual cards', async () => {
    await addCard(server, await issueAccount(server, { as: 'other-bank' }), { as: 'other-bank' });
    expect(await emboss('OTHR')).toMatchObject({ files: [], held: [], leftOut: [] });
  });

  it('leaves out a card whose name cannot be embossed, reports it each time and audits it once', async () => {
    const exid = await physicalCard({ card: { cardholder_name: '😀😀' }, client: { card_name: '★' } });
    const named = await physicalCard({ card: { cardholder_name: '★' }, client: { card_name: 'Sam Client' } });
    const first = await emboss('OTHR');
    expect(first.held).toEqual([{ exid, because: 'NO_NAME' }]);
    expect(exidsOf(await readFile(first.files[0]!.path, 'ascii'))).toEqual([named]);
    expect((await readFile(first.files[0]!.path, 'ascii')).split('\n')[1]!.slice(31, 57).trimEnd()).toBe('SAM CLIENT');
    expect(await emboss('OTHR')).toMatchObject({ files: [], held: [{ exid, because: 'NO_NAME' }] });
    expect(await audited(`card:${exid}`)).toEqual([
      { actor: 'operator:test', outcome: 'not embossed', details: { because: 'NO_NAME', sequenceNumber: '001' } },
    ]);
  });

  it('permanently leaves out a card that ended before production, and contains a blocked card', async () => {
    const lost = await physicalCard();
    const blocked = await physicalCard();
    await changeStatus(lost, 'LOST');
    await changeStatus(blocked, 'BLOCKED');
    const outcome = await emboss('OTHR');
    expect(outcome.leftOut).toEqual([{ exid: lost, because: 'CARD_ENDED' }]);
    expect(exidsOf(await readFile(outcome.files[0]!.path, 'ascii'))).toEqual([blocked]);
    expect((await emboss('OTHR')).leftOut).toEqual([]);
    expect(await audited(`card:${lost}`)).toMatchObject([{ details: { because: 'CARD_ENDED' } }]);
  });

  it('sends a reissued card to the address of its request, and stores that address only while the card waits', async () => {
    const lost = await physicalCard({ client: { addresses: ADDRESSES } });
    await emboss('OTHR');
    const { json } = await server.request({
      method: 'POST',
      url: `/V2/cards/${lost}/reissue`,
      as: 'other-bank',
      payload: {
        status: 'LOST',
        card_virtual_indicator: 'P',
        delivery_address: { address_line_1: 'Reception, Tower B', city: 'Sharjah', country: 'ARE' },
      },
    });
    const { files } = await emboss('OTHR');
    const content = await readFile(files[0]!.path, 'ascii');
    expect(exidsOf(content)).toEqual([json.card_identifier_id]);
    expect(content).toContain('Reception, Tower B');
    expect(content).not.toContain('Villa 7');
    expect(await server.db.sql('select 1 from embossing_queue where delivery_address is not null')).toEqual([]);
  });

  it('adds one audit row for the revealed numbers, without any of them', async () => {
    await physicalCard();
    const { files } = await emboss('OTHR', bureau.publicKey);
    const rows = await audited(`embossing-run:${files[0]!.runNumber}`);
    expect(rows).toMatchObject([
      { actor: 'operator:test', outcome: 'card numbers revealed', details: { cards: 1, purpose: 'RUN' } },
      { outcome: 'file written', details: { file: basename(files[0]!.path), recipient: bureau.fingerprint } },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/420000\d{10}/);
  });

  it('never overwrites a different file of the same name', async () => {
    await physicalCard();
    const next = ((await lastRun()) ?? 0) + 1;
    const name = `OTHR-00000${next}-20261120.emb`;
    await writeFile(join(folder, name), 'from before a backup was restored');
    await expect(emboss('OTHR')).rejects.toThrow(`${name} exists already with other content than this run's file`);
    expect(await readFile(join(folder, name), 'ascii')).toBe('from before a backup was restored');
    await rm(join(folder, name));
    expect((await emboss('OTHR')).files).toMatchObject([{ runNumber: next, cards: 1 }]);
  });

  it("is refused with a message if the bank's key has expired", async () => {
    const old = await makeBureau({ date: new Date('2020-01-01T00:00:00Z'), keyExpirationTime: 86_400 });
    await expect(emboss('OTHR', old.publicKey)).rejects.toThrow('the embossing key of bank OTHR expired on 2020-01-02');
  });
});

describe('a reprint', () => {
  it('has the same content and run number, even if all its sources have changed', async () => {
    const exid = await physicalCard({ client: { addresses: ADDRESSES } });
    const { files } = await emboss('OTHR', bureau.publicKey);
    const [file] = files;
    const first = await bureau.open(file!.path);
    expect(exidsOf(first)).toEqual([exid]);
    await changeStatus(exid, 'CLOSED');
    await server.db.sql("update clients set record = '{}' where bank_id = 'OTHR'");
    await server.db.sql("update banks set time_zone = 'Asia/Tokyo', bank_code = '099' where bank_id = 'OTHR'");
    const request = { bank: await bank('OTHR', bureau.publicKey), now: NOW, actor: 'operator:b', requestId: 'AGAIN' };
    const outcome = await reprintRun(deps, request, file!.runNumber);
    if (outcome.kind !== 'REPRINTED') throw new Error(outcome.kind);
    const named = `OTHR-00000${file!.runNumber}-20261120`;
    expect(outcome.file.path).toBe(join(folder, `${named}-reprint-1.emb.pgp`));
    expect(await bureau.open(outcome.file.path)).toBe(first);
    expect(await reprintRun(deps, request, file!.runNumber)).toMatchObject({
      file: { path: join(folder, `${named}-reprint-2.emb.pgp`) },
    });
    expect((await audited(`embossing-run:${file!.runNumber}`)).slice(2)).toMatchObject([
      { actor: 'operator:b', outcome: 'card numbers revealed', details: { cards: 1, purpose: 'REPRINT' } },
      { actor: 'operator:b', outcome: 'reprinted', details: { file: `${named}-reprint-1.emb.pgp` } },
      { outcome: 'card numbers revealed' },
      { outcome: 'reprinted' },
    ]);
  });

  it('reports a run that does not exist', async () => {
    const request = { bank: await bank('OTHR', null), now: NOW, actor: 'operator:b', requestId: 'AGAIN' };
    expect(await reprintRun(deps, request, 77)).toEqual({ kind: 'NO_RUN' });
  });
});

it('one of twenty concurrent runs writes every card, and the others are refused or find no card', async () => {
  const exids = await Promise.all([1, 2, 3].map(() => physicalCard()));
  const request = { bank: await bank('OTHR', null), now: NOW, actor: 'operator:test', requestId: 'RUN' };
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => embossBank(deps, request)));
  const files = outcomes.flatMap((outcome) => (outcome.kind === 'WRITTEN' ? outcome.files : []));
  expect(files).toMatchObject([{ runNumber: await lastRun(), cards: 3 }]);
  expect(outcomes.filter(({ kind }) => kind === 'BUSY').length).toBeGreaterThan(0);
  expect(exidsOf(await readFile(files[0]!.path, 'ascii')).sort()).toEqual(exids.sort());
});

it('the interface shows which cards wait and why, which are left out, and afterwards the file', async () => {
  const look = async (as = 'other-bank') => (await server.request({ method: 'GET', url: '/V2/embossing', as })).json;
  const before = (await look()).waiting as number;
  const exid = await physicalCard();
  const closed = await physicalCard();
  await changeStatus(closed, 'CLOSED');
  const waiting = await look();
  expect(waiting.waiting).toBe(before + 2);
  expect(waiting.by_reason).toContainEqual({ reason: 'NEW', count: before + 2 });
  expect(waiting.waiting_since).toBe('2026-11-20T08:00:00.000Z');
  expect(waiting.not_written).toContainEqual({ card_identifier_id: closed, because: 'CARD_ENDED' });
  expect(JSON.stringify(waiting)).not.toContain(exid);
  await emboss('OTHR');
  const { waiting: left, runs } = (await look()) as { waiting: number; runs: object[] };
  expect(left).toBe(before);
  expect(runs[0]).toEqual({
    run_number: await lastRun(),
    state: 'WRITTEN',
    taken_at: NOW.toISOString(),
    written_at: NOW.toISOString(),
    cards: 1,
    file_name: `OTHR-${String(await lastRun()).padStart(6, '0')}-20261120.emb`,
    reprints: 0,
  });
  expect((await look('demo-bank')).runs).toEqual([]);
  expect((await server.request({ method: 'GET', url: '/V2/embossing', as: 'demo-acquirer' })).status).toBe(403);
});

async function changeStatus(exid: string, value: string) {
  expect((await setCardStatus(server, exid, value, 'other-bank')).exception.error_code).toBe('000');
}

/** Returns the number of the bank's last run. */
async function lastRun(): Promise<number | undefined> {
  const [row] = await server.db.sql<{ last_run: number }>(
    "select last_run from embossing_numbers_issued where bank_id = 'OTHR'",
  );
  return row?.last_run;
}

function audited(subject: string) {
  return server.db.sql(
    `select actor, outcome, details from audit_log
      where subject = $1 and operation like 'embossing.%' order by audit_id`,
    [subject],
  );
}
