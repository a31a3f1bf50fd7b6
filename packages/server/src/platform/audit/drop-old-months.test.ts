import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestAudit, testAudit } from '../../testing/test-audit.ts';
import { WITHIN } from '../../testing/within.ts';
import { asOwner } from '../storage/index.ts';
import { dropOldMonths } from './drop-old-months.ts';
import { exportLog } from './export-audit.ts';

let audit: TestAudit;
beforeEach(async () => {
  audit = await testAudit('2026-11-20T08:00:00.000Z');
});
afterEach(() => audit?.close());

/** Writes two rows to each log at this time, and seals them unless `seal` is false. */
async function at(time: string, { seal = true } = {}): Promise<void> {
  audit.clock.set(time);
  await audit.makePartitions();
  await audit.write('DEMO', [`a ${time}`, `b ${time}`]);
  await audit.write('OTHR', [`c ${time}`, `d ${time}`]);
  if (seal) await audit.sealer.seal();
}

const drop = async (months = 13) => {
  const result = await asOwner(audit.db.database, (owner) =>
    dropOldMonths({ owner, keys: audit.vault, months }, audit.clock.now()),
  );
  await audit.sealer.seal();
  return {
    dropped: result.dropped.map((month) => month.toISOString().slice(0, 7)),
    because: result.retained?.because,
  };
};

const logged = async () =>
  (
    await audit.db.sql<{ month: string }>(
      `select distinct to_char(at at time zone 'UTC', 'YYYY-MM') as month from audit_log where bank_id = 'DEMO' order by 1`,
    )
  ).map(({ month }) => month);

describe('months of the audit log', () => {
  it('stay until their last row is thirteen months old', async () => {
    await at('2026-11-30T23:59:59.000Z');
    await at('2026-12-05T00:00:00.000Z');
    audit.clock.set('2027-12-31T23:59:59.999Z');
    await audit.makePartitions();
    expect(await drop()).toEqual({ dropped: [], because: undefined });
    audit.clock.set('2028-01-01T00:00:00.000Z');
    await audit.makePartitions();
    expect(await drop()).toEqual({ dropped: ['2026-11'], because: undefined });
    expect(await logged()).toEqual(['2026-12']);
    const left = await audit.db.sql(
      `select c.relname from pg_class c where c.relname ~ '^audit_(log|chain|seals)_2026_11$'`,
    );
    expect(left).toEqual([]);
  });

  it('leave a log that verifies from its anchor on and continues as before', async () => {
    await at('2026-11-20T08:00:00.000Z');
    await at('2026-11-25T08:00:00.000Z');
    await at('2026-12-05T08:00:00.000Z');
    await at('2027-02-01T08:00:00.000Z');
    expect(await drop(1)).toEqual({ dropped: ['2026-11', '2026-12'], because: undefined });
    expect(await audit.verifyAll()).toEqual([]);
    const { verified } = await audit.verify('DEMO');
    expect(verified).toMatchObject({
      first: 7n,
      last: 8n,
      rows: 2n,
      anchor: { madeAt: new Date('2027-02-01T08:00:00.000Z'), firstStoredAt: new Date('2027-01-01T00:00:00.000Z') },
    });
    await at('2027-02-02T08:00:00.000Z');
    expect((await audit.verify('DEMO')).verified).toMatchObject({ first: 7n, last: 10n, findings: 0 });
    const [head] = await exported();
    const anchors = await audit.db.sql<{ hash: string }>(
      `select encode(chain_hash, 'hex') as hash from audit_anchors where bank_id = 'DEMO' order by kept_from desc`,
    );
    expect(JSON.parse(head!)).toMatchObject({ first_chain_no: '7', previous_chain_hash: anchors[0]!.hash });
    expect(
      await audit.db.sql(
        `select outcome, subject, details from audit_log where operation = 'audit.drop-month' order by audit_id`,
      ),
    ).toEqual([
      { outcome: 'dropped', subject: 'month:2026-11', details: { logs: ['DEMO', 'OTHR'] } },
      { outcome: 'dropped', subject: 'month:2026-12', details: { logs: ['DEMO', 'OTHR'] } },
    ]);
  });

  it('are dropped even if their rows were sealed in the next month', async () => {
    await at('2026-11-30T23:59:59.900Z', { seal: false });
    await at('2026-12-01T00:00:00.100Z');
    audit.clock.set('2027-01-02T00:00:00.000Z');
    await audit.makePartitions();
    expect(await drop(1)).toEqual({ dropped: ['2026-11'], because: undefined });
    expect(await logged()).toEqual(['2026-12']);
    expect(await audit.verifyAll()).toEqual([]);
    expect((await audit.verify('DEMO')).verified).toMatchObject({ first: 1n, last: 4n, rows: 4n });
    const rows = (await exported()).filter((line) => line.includes('"type":"row"'));
    expect(rows.map((line) => line.endsWith('"row":null}'))).toEqual([true, true, false, false]);
  });

  it('are dropped for a bank without newer rows, and its chain continues where it ended', async () => {
    await at('2026-11-20T08:00:00.000Z');
    audit.clock.set('2027-03-01T08:00:00.000Z');
    await audit.makePartitions();
    await drop(1);
    expect((await audit.verify('DEMO')).verified).toMatchObject({ first: 3n, last: 2n, rows: 0n, findings: 0 });
    await at('2027-03-02T08:00:00.000Z');
    expect(await audit.verifyAll()).toEqual([]);
    expect((await audit.verify('DEMO')).verified).toMatchObject({ first: 3n, last: 4n, rows: 2n });
  });

  it('stay while one of their rows is not in the chain, or chain and seals disagree', async () => {
    await at('2026-11-20T08:00:00.000Z', { seal: false });
    audit.clock.set('2027-03-01T08:00:00.000Z');
    await audit.makePartitions();
    const { because } = await asOwner(audit.db.database, async (owner) => {
      const result = await dropOldMonths({ owner, keys: audit.vault, months: 1 }, audit.clock.now());
      return { because: result.retained?.because };
    });
    expect(because).toBe('it has rows that are not in a chain');
    await audit.sealer.seal();
    audit.clock.set('2027-05-01T08:00:00.000Z');
    await audit.makePartitions();
    await audit.db.sql(`update audit_seals set chain_hash = '\\x00' where bank_id = 'OTHR'`);
    expect(await drop(1)).toEqual({
      dropped: ['2026-11', '2026-12', '2027-01'],
      because: 'the chain of OTHR and its seals disagree',
    });
  });

  it('stay while a verification is running', async () => {
    await at('2026-11-20T08:00:00.000Z');
    audit.clock.set('2027-03-01T08:00:00.000Z');
    await audit.makePartitions();
    const client = await audit.db.database.connect({});
    await client.query('select pg_advisory_lock_shared(4203187011)');
    expect(await drop(1)).toEqual({ dropped: [], because: 'the log is being verified or dropped by another process' });
    await client.end();
    expect((await drop(1)).dropped[0]).toBe('2026-11');
  });

  it('wait for a seal in progress, which does not wait for them', async () => {
    await at('2026-11-20T08:00:00.000Z');
    audit.clock.set('2026-12-31T08:00:00.000Z');
    await audit.makePartitions();
    audit.clock.set('2027-01-01T08:00:00.000Z');
    await audit.makePartitions();
    const client = await audit.db.database.connect({});
    await client.query('begin');
    await client.query('select from audit_seals limit 1');
    const dropping = drop(1);
    await vi.waitFor(async () => {
      const waiting = await audit.db.sql(
        'select from pg_locks l join pg_database d on d.oid = l.database where d.datname = current_database() and not granted',
      );
      expect(waiting).toHaveLength(1);
    }, WITHIN);
    await client.query('select from audit_chain limit 1');
    await client.query('select from audit_log limit 1');
    await client.query('commit');
    expect(await dropping).toEqual({ dropped: ['2026-11'], because: undefined });
    await client.end();
  });

  it.each<[string, string]>([
    ['number', 'update audit_anchors set chain_no = 3'],
    ['hash', `update audit_anchors set chain_hash = sha256('other')`],
    [
      'month',
      `update audit_anchors set kept_from = (kept_from at time zone 'UTC' + interval '1 month') at time zone 'UTC'`,
    ],
    [
      'time',
      `update audit_anchors set made_at = (made_at at time zone 'UTC' + interval '1 second') at time zone 'UTC'`,
    ],
    ['version of its key', 'update audit_anchors set key_version = 7'],
    ['mac', `update audit_anchors set mac = sha256('other')`],
  ])('cannot be forged: an anchor with a changed %s is found', async (_what, change) => {
    await at('2026-11-20T08:00:00.000Z');
    await at('2027-02-01T08:00:00.000Z');
    await drop(1);
    await audit.db.sql(`delete from audit_anchors where bank_id <> 'DEMO'`);
    await audit.db.sql('alter table audit_anchors drop constraint audit_anchors_key_version_fkey');
    expect((await audit.verify('DEMO')).findings).toEqual([]);
    await audit.db.sql(change);
    const number = change.endsWith('chain_no = 3') ? 3 : 2;
    expect((await audit.verify('DEMO')).findings).toEqual([
      `FORGED DEMO #${number} - the anchor at the beginning of the log was not made with the keys`,
      'REMOVED DEMO #1 - numbers 1 to 2 are missing from the chain',
    ]);
    await audit.db.sql('delete from audit_anchors');
    expect((await audit.verify('DEMO')).findings).toEqual([
      'REMOVED DEMO #1 - numbers 1 to 2 are missing from the chain',
    ]);
  });

  it('do not hide a removal: a removed beginning is found after a drop, too', async () => {
    await at('2026-11-20T08:00:00.000Z');
    await at('2027-02-01T08:00:00.000Z');
    await at('2027-02-02T08:00:00.000Z');
    await drop(1);
    await audit.db.sql(`delete from audit_log where at < '2027-02-02' and bank_id = 'DEMO'`);
    await audit.db.sql(`delete from audit_chain where at < '2027-02-02' and bank_id = 'DEMO'`);
    expect((await audit.verify('DEMO')).findings).toEqual([
      'REMOVED DEMO #3 - numbers 3 to 4 are missing from the chain',
    ]);
  });
});

async function exported(): Promise<string[]> {
  const all: string[] = [];
  for await (const line of exportLog(audit.db.database, 'DEMO', { from: undefined, until: undefined })) all.push(line);
  return all;
}
