import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, relative } from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Bank } from '../../platform/kernel/bank.ts';
import { maskValidCardNumbers } from '../../platform/kernel/text/masked-text.ts';
import { NO_SUBSCRIPTIONS } from '../../platform/operation/index.ts';
import { openVault, sandboxKeys } from '../../platform/vault/index.ts';
import { setCardStatus } from '../../testing/cards/card-control.ts';
import { embossingFolder, exidsOf, filesIn } from '../../testing/cards/embossing.ts';
import { cardBody, issueAccount } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { fileServer } from '../../testing/test-server.ts';
import { openBankDirectory } from '../banks/index.ts';
import { embossBank } from './emboss-bank.ts';
import type { EmbossDeps } from './embossing-request.ts';
import { reprintRun } from './reprint-run.ts';

const NOW = new Date('2026-11-20T08:00:00.000Z');

const server = fileServer();
let bank: Bank;
let folder: string;
const vault = fileResource(async () => openVault(server.db.database, await sandboxKeys(server.dataDir)));
beforeAll(async () => {
  bank = (await openBankDirectory(server.db.database)).bank('DEMO')!;
});
beforeEach(async () => {
  folder = await embossingFolder();
  await server.db.sql('truncate embossing_runs, embossing_queue, embossing_numbers_issued');
  return () => rm(folder, { recursive: true, force: true });
});

async function emboss(more: Partial<EmbossDeps> = {}, options: { scheduledDay?: string } = {}) {
  const deps = {
    database: server.db.database,
    maskCardNumbers: maskValidCardNumbers,
    changes: NO_SUBSCRIPTIONS,
    vault,
    folder,
    isSandbox: true,
    ...more,
  };
  const request = { bank, now: NOW, actor: 'operator:test', requestId: 'RUN', ...options };
  const outcome = await embossBank(deps, request);
  if (outcome.kind !== 'WRITTEN') throw new Error(outcome.kind);
  return outcome;
}

/** Creates physical cards of DEMO with these names, and returns their EXIDs. */
async function physicalCards(...names: string[]): Promise<string[]> {
  const account = await issueAccount(server);
  const exids: string[] = [];
  for (const name of names) {
    const members = { card_virtual_indicator: 'P', cardholder_name: name, card_expiry_date: '3012' };
    const { body } = await server.envelope('cards.create-card', cardBody(account, members));
    exids.push(body.card_identifier_id);
  }
  return exids;
}

it('a folder may be relative to the working directory, and is created with its parents', async () => {
  const [exid] = await physicalCards('A CARD');
  const { files } = await emboss({ folder: join(relative(process.cwd(), folder), 'of', 'the bureau') });
  expect(exidsOf(await readFile(files[0]!.path, 'ascii'))).toEqual([exid]);
  expect(await filesIn(join(folder, 'of', 'the bureau'))).toEqual(['DEMO-000001-20261120.emb']);
});

it('an error about an unwritable folder names its setting, and the run continues once it is corrected', async () => {
  const exids = await physicalCards('A CARD');
  const file = join(folder, 'a file');
  await writeFile(file, '');
  await expect(emboss({ folder: file })).rejects.toThrow(
    `cannot write embossing files to ${file} (EEXIST: file already exists, mkdir '${file}'): ` +
      'correct that, or set CARDWRIGHT_EMBOSSING_DIR, and run again',
  );
  // the folder disappears between the steps
  await mkdir(join(folder, 'gone'));
  const atStep = async (step: string) => {
    if (step === 'file noted') await rm(join(folder, 'gone'), { recursive: true });
  };
  await expect(emboss({ folder: join(folder, 'gone'), atStep })).rejects.toThrow(
    /^cannot write embossing files to \S+gone \(ENOENT: /,
  );
  const { files } = await emboss({ folder: join(folder, 'made', 'anew') });
  expect(files.map(({ path }) => path)).toEqual([join(folder, 'made', 'anew', 'DEMO-000001-20261120.emb')]);
  expect(exidsOf(await readFile(files[0]!.path, 'ascii'))).toEqual(exids);
});

it('an unfinished file, for example on a full disk, leaves nothing behind, and the next call writes it', async () => {
  await physicalCards('A CARD');
  const atStep = (step: string) => {
    if (step === 'temporary file written') throw new Error('ENOSPC: no space left on device, fsync');
  };
  await expect(emboss({ atStep })).rejects.toThrow(
    `cannot write embossing files to ${folder} (ENOSPC: no space left on device, fsync)`,
  );
  expect(await filesIn(folder)).toEqual([]);
  expect(await emboss()).toMatchObject({ files: [{ runNumber: 1, cards: 1 }] });
  expect(await filesIn(folder)).toEqual(['DEMO-000001-20261120.emb']);
});

it('a failed reprint leaves nothing behind, and is not audited as reprinted', async () => {
  await physicalCards('A CARD');
  await emboss();
  const atStep = (step: string) => {
    if (step === 'temporary file written') throw new Error('ENOSPC: no space left on device, fsync');
  };
  const deps = {
    database: server.db.database,
    maskCardNumbers: maskValidCardNumbers,
    changes: NO_SUBSCRIPTIONS,
    vault,
    folder,
    isSandbox: true,
  };
  const request = { bank, now: NOW, actor: 'operator:test', requestId: 'REPRINT' };
  await expect(reprintRun({ ...deps, atStep }, request, 1)).rejects.toThrow('cannot write embossing files to');
  expect(await filesIn(folder)).toEqual(['DEMO-000001-20261120.emb']);
  const outcomes = () => server.db.sql("select outcome from audit_log where request_id = 'REPRINT' order by audit_id");
  expect(await outcomes()).toEqual([{ outcome: 'card numbers revealed' }]);
  expect(await reprintRun(deps, request, 1)).toMatchObject({ kind: 'REPRINTED' });
  expect((await outcomes()).slice(1)).toEqual([{ outcome: 'card numbers revealed' }, { outcome: 'reprinted' }]);
});

it('one call writes cards beyond the maximum of a file to further files, each card once', async () => {
  const exids = await physicalCards('ONE', '★', 'TWO', 'THREE', 'FOUR', 'FIVE');
  await server.db.sql("update clients set record = jsonb_set(record, '{card_name}', '\"★\"')");
  const { files, held } = await emboss({ mostCards: 2 });
  expect(files.map(({ runNumber, cards }) => [runNumber, cards])).toEqual([
    [1, 1],
    [2, 2],
    [3, 2],
  ]);
  const written = await Promise.all(files.map(async ({ path }) => exidsOf(await readFile(path, 'ascii'))));
  const [one, nameless, ...others] = exids;
  expect(written.flat()).toEqual([one, ...others]);
  expect(held).toEqual([{ exid: nameless, because: 'NO_NAME' }]);
  // only held cards are left; a run full of them ends the call
  expect(await emboss({ mostCards: 1 })).toMatchObject({ files: [], held: [{ exid: nameless }] });
});

it('a scheduled run writes all files, and is the only one of its day', async () => {
  await physicalCards('ONE', 'TWO', 'THREE');
  const { files } = await emboss({ mostCards: 2 }, { scheduledDay: '2026-11-20' });
  expect(files.map(({ runNumber, cards }) => [runNumber, cards])).toEqual([
    [1, 2],
    [2, 1],
  ]);
  await physicalCards('FOUR');
  expect(await emboss({}, { scheduledDay: '2026-11-20' })).toMatchObject({ files: [] });
  expect(await emboss({}, { scheduledDay: '2026-11-21' })).toMatchObject({ files: [{ runNumber: 3, cards: 1 }] });
});

it('a plastic that was replaced or renewed before production is reported and audited under its EXID', async () => {
  const [old] = await physicalCards('A CARD');
  // renewed before it is replaced: both plastics had the same EXID
  await server.db.sql("update cards set sequence_number = '002' where exid = $1", [old]);
  await server.db.sql(
    `insert into embossing_queue (bank_id, account_id, card_id, sequence_number, reason, queued_at)
     select bank_id, account_id, card_id, '002', 'RENEWAL', queued_at from embossing_queue`,
  );
  const next = (await setCardStatus(server, old!, 'REPLACED')).body.replacement.card_identifier_id;
  const { files, leftOut } = await emboss();
  expect(leftOut).toEqual([
    { exid: old, because: 'SUPERSEDED' },
    { exid: old, because: 'SUPERSEDED' },
  ]);
  expect(exidsOf(await readFile(files[0]!.path, 'ascii'))).toEqual([next]);
  const audited = await server.db.sql(
    "select details from audit_log where subject = $1 and outcome = 'not embossed' order by audit_id",
    [`card:${old}`],
  );
  expect(audited).toEqual([
    { details: { because: 'SUPERSEDED', sequenceNumber: '001' } },
    { details: { because: 'SUPERSEDED', sequenceNumber: '002' } },
  ]);
});

it('a run that another host started is reported by the schedule, and can be finished by a person', async () => {
  const exids = await physicalCards('A CARD');
  const atStep = (step: string) => {
    if (step === 'file noted') throw new Error('the host died');
  };
  await expect(emboss({ atStep })).rejects.toThrow('the host died');
  await server.db.sql("update embossing_runs set host = 'another-host'");
  expect(await emboss({}, { scheduledDay: '2026-11-20' })).toMatchObject({
    files: [],
    otherHostRuns: [{ runNumber: 1, host: 'another-host' }],
  });
  const { files, otherHostRuns } = await emboss();
  expect(files).toMatchObject([{ runNumber: 1, begunOn: 'another-host' }]);
  expect(exidsOf(await readFile(files[0]!.path, 'ascii'))).toEqual(exids);
  expect(otherHostRuns).toEqual([]);
  // if the file is present, the host that began the run does not matter
  await server.db.sql("update embossing_runs set state = 'TAKEN'");
  expect((await emboss()).files[0]).not.toHaveProperty('begunOn');
  expect(hostname()).not.toBe('another-host');
});
