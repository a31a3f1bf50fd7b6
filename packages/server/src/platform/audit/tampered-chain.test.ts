import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestAudit, testAudit } from '../../testing/test-audit.ts';

let audit: TestAudit;
/** Numbers 1 to 6 in three batches, a second apart; another bank's 1 to 3 in one batch. */
beforeEach(async () => {
  audit = await testAudit();
  for (const batch of ['a', 'b', 'c']) {
    await audit.sealed('DEMO', [`${batch}1`, `${batch}2`]);
    audit.clock.advance(1_000);
  }
  await audit.sealed('OTHR', ['a1', 'a2', 'a3']);
});
afterEach(() => audit?.close());

/** Verifies all logs. Ids start at 1 in each database, so they are those of the rows above. */
const verify = () => audit.verifyAll();

const AT_3 = 'FORGED DEMO #3 id 3 - the chain is broken here: the row or its hashes were rewritten';
const STRAY_3 = 'INSERTED DEMO id 3 - the log row is not in the chain';
const BAD_SEAL = 'FORGED DEMO #4 - the seal at this number was not made with the keys';
const otherTime = (number: number, chain: string, sealed: number, seal: string) =>
  `FORGED DEMO #${number} - the chain has the sealing time 2026-11-20T08:00:0${chain}.000Z, but the seal at ` +
  `number ${sealed} has 2026-11-20T08:00:0${seal}.000Z: a time was changed, or a seal is missing`;

it.each<[string, string, string[]]>([
  ['audit id', 'audit_id = 1000', ['REMOVED DEMO #3 id 1000 - the row is missing from the log', STRAY_3]],
  [
    'time of the row',
    `at = (at at time zone 'UTC' + interval '1 second') at time zone 'UTC'`,
    [
      'CHANGED DEMO #3 id 3 - the log row has the time 2026-11-20T08:00:01.000000Z, but was sealed with 2026-11-20T08:00:02.000000Z',
      STRAY_3,
    ],
  ],
  ['hash of the row', `row_hash = sha256('other')`, ['CHANGED DEMO #3 id 3 - the log row was changed', AT_3]],
  ['hash', `chain_hash = sha256('other')`, [AT_3, AT_3.replace('#3 id 3', '#4 id 4')]],
  [
    'time of sealing',
    `sealed_at = (sealed_at at time zone 'UTC' + interval '1 second') at time zone 'UTC'`,
    [otherTime(3, '2', 4, '1')],
  ],
  [
    'number',
    'chain_no = 99',
    [
      'REMOVED DEMO #3 - number 3 is missing from the chain',
      'REMOVED DEMO #7 - numbers 7 to 98 are missing from the chain',
      'FORGED DEMO #7 - numbers 7 to 99 have no valid seal',
    ],
  ],
])('a link with a changed %s is found', async (_what, change, findings) => {
  await audit.db.sql(`update audit_chain set ${change} where bank_id = 'DEMO' and chain_no = 3`);
  expect(await verify()).toEqual(findings);
});

/** Moves a row without an update, because on Citus the distribution column of a row cannot change. */
async function moveToOther(table: string, number: number): Promise<void> {
  const [moved] = await audit.db.sql<Record<string, unknown>>(
    `delete from ${table} where bank_id = 'DEMO' and chain_no = $1 returning *`,
    [number],
  );
  const row = { ...moved, bank_id: 'OTHR' };
  const places = Object.keys(row).map((_, at) => `$${at + 1}`);
  await audit.db.sql(`insert into ${table} (${Object.keys(row)}) values (${places})`, Object.values(row));
}

it('a link that was moved to another bank is found', async () => {
  await moveToOther('audit_chain', 3);
  const found = await verify();
  expect(found.slice(0, 3)).toEqual([
    'REMOVED DEMO #3 - number 3 is missing from the chain',
    STRAY_3,
    'MOVED OTHR #3 id 3 - audit id 9 was sealed under this number',
  ]);
});

it('a seal with a changed bank is found', async () => {
  await moveToOther('audit_seals', 4);
  expect(await verify()).toEqual([otherTime(3, '1', 6, '2'), BAD_SEAL.replace('DEMO', 'OTHR')]);
});

it.each<[string, string, string[]]>([
  ['hash', `chain_hash = sha256('other')`, [BAD_SEAL]],
  ['time', `sealed_at = (sealed_at at time zone 'UTC' + interval '1 second') at time zone 'UTC'`, [BAD_SEAL]],
  ['mac', `mac = sha256('other')`, [BAD_SEAL]],
  ['version of its key', 'key_version = 7', [BAD_SEAL]],
  ['number', 'chain_no = 3', [BAD_SEAL.replace('#4', '#3'), otherTime(4, '1', 6, '2')]],
])('a seal with a changed %s is found', async (_what, change, findings) => {
  await audit.db.sql('alter table audit_seals drop constraint audit_seals_key_version_fkey');
  await audit.db.sql(`update audit_seals set ${change} where bank_id = 'DEMO' and chain_no = 4`);
  expect(await verify()).toEqual(findings);
});

it('removed seals are found: between others, at the end, all of them', async () => {
  const remove = (number: number) =>
    audit.db.sql(`delete from audit_seals where bank_id = 'DEMO' and chain_no = $1`, [number]);
  await remove(4);
  expect(await verify()).toEqual([otherTime(3, '1', 6, '2')]);
  await remove(6);
  expect(await verify()).toEqual(['FORGED DEMO #3 - numbers 3 to 6 have no valid seal']);
  await remove(2);
  expect(await verify()).toEqual(['FORGED DEMO #1 - numbers 1 to 6 have no valid seal']);
});

it('an emptied log is found, row by row, and continues under new numbers', async () => {
  await audit.db.sql('truncate audit_log');
  const deleteLink = (bankId: string, id: number, number: number) =>
    `REMOVED ${bankId} #${number} id ${id} - the row is missing from the log`;
  const findings = [
    ...[1, 2, 3, 4, 5, 6].map((id) => deleteLink('DEMO', id, id)),
    ...[7, 8, 9].map((id) => deleteLink('OTHR', id, id - 6)),
  ];
  expect(await verify()).toEqual(findings);
  await audit.sealed('DEMO', ['later']);
  expect(await verify()).toEqual(findings);
  expect((await audit.verify('DEMO')).verified).toMatchObject({ first: 1n, last: 7n, rows: 7n });
});

it('a row that was removed from the queue, and would never be sealed, is found', async () => {
  await audit.write('DEMO', ['quiet']);
  await audit.db.sql('delete from audit_queue');
  await audit.sealer.seal();
  expect(await verify()).toEqual(['INSERTED DEMO id 10 - the log row is not in the chain']);
});
