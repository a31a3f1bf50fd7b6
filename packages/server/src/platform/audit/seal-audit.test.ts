import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitsForLocks } from '../../testing/database/waits-for-locks.ts';
import { type TestAudit, testAudit } from '../../testing/test-audit.ts';
import { WITHIN } from '../../testing/within.ts';
import { exportLog } from './export-audit.ts';
import { writeAudit } from './write-audit.ts';

let audit: TestAudit;
beforeEach(async () => {
  audit = await testAudit();
});
afterEach(() => audit?.close());

const names = (count: number, prefix = 'card:') => Array.from({ length: count }, (_, at) => `${prefix}${at + 1}`);

/** Reads each log with the first and last number of its chain, and whether each log row is in it once. */
async function chains() {
  return await audit.db.sql(
    `select c.bank_id, min(c.chain_no)::int as first, max(c.chain_no)::int as last, count(*)::int as links,
            count(distinct c.audit_id)::int as rows,
            (select count(*)::int from audit_log l where l.bank_id = c.bank_id) as logged
       from audit_chain c group by 1 order by 1`,
  );
}

/** Ends the connection that waits for a lock in this database, as an administrator or a crash does. */
async function breakWaitingRows(): Promise<void> {
  await vi.waitFor(async () => expect(await waitsForLocks(audit.db)).toHaveLength(1), WITHIN);
  const ended = await audit.db.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'active' and query like 'delete from audit_queue%'`,
  );
  expect(ended).toHaveLength(1);
}

describe('sealing', () => {
  it('by four servers at once, during writes into two logs, leaves no gap and chains each row once', async () => {
    const sealers = [audit.sealer, ...Array.from({ length: 3 }, () => audit.anotherSealer())];
    let isWriting = true;
    const seal = async (sealer: (typeof sealers)[number]) => {
      while (isWriting) await sealer.seal();
    };
    const sealing = sealers.map(seal);
    const writers = Array.from({ length: 40 }, (_, at) =>
      audit.write(at % 2 === 0 ? 'DEMO' : 'OTHR', names(25, `writer ${at}, `)),
    );
    await Promise.all(writers);
    isWriting = false;
    await Promise.all(sealing);
    await audit.sealer.seal();
    expect(await chains()).toEqual([
      { bank_id: 'DEMO', first: 1, last: 500, links: 500, rows: 500, logged: 500 },
      { bank_id: 'OTHR', first: 1, last: 500, links: 500, rows: 500, logged: 500 },
    ]);
    expect(await audit.db.sql('select count(*)::int as waiting from audit_queue')).toEqual([{ waiting: 0 }]);
    expect(await audit.verifyAll()).toEqual([]);
  });

  it('delays neither writers nor other servers', async () => {
    await audit.sealed('DEMO', names(1));
    await audit.write('DEMO', names(2));
    await audit.write('OTHR', names(2));
    const blocked = await audit.db.database.transaction(async (tx) => {
      // the lock that a server holds while it seals this bank
      await tx.query({ name: 'test.lock', text: 'select pg_advisory_xact_lock(4203187, hashtext($1))' }, ['DEMO']);
      await audit.write('DEMO', names(1, 'meanwhile:'));
      return { commit: true, result: await audit.anotherSealer().seal() };
    });
    // only the rows of the other bank were sealed
    expect(blocked).toBe(2);
    expect(await audit.sealer.seal()).toBe(3);
    expect(await audit.verifyAll()).toEqual([]);
  });

  it('includes rows of a server that died before sealing them', async () => {
    await audit.write('DEMO', names(3));
    expect((await audit.verify('DEMO')).verified).toMatchObject({ rows: 0n, waiting: 3n, findings: 0 });
    expect(await audit.anotherSealer().seal()).toBe(3);
    expect((await audit.verify('DEMO')).verified).toMatchObject({ rows: 3n, waiting: 0n, findings: 0 });
  });

  it('of a batch is done completely or not at all, and then repeated', async () => {
    await audit.write('DEMO', names(3));
    await audit.db.sql('alter table audit_seals add constraint refuse_all check (false) not valid');
    await expect(audit.sealer.seal()).rejects.toThrow('refuse_all');
    expect(await chains()).toEqual([]);
    await audit.db.sql('alter table audit_seals drop constraint refuse_all');
    expect(await audit.sealer.seal()).toBe(3);
    expect(await audit.verifyAll()).toEqual([]);
  });

  it('of one log continues while another log cannot be sealed, which is caught up later', async () => {
    await audit.db.sql(`alter table audit_chain add constraint refuse_one check (bank_id <> 'DEMO') not valid`);
    await audit.write('DEMO', names(2));
    await audit.write('OTHR', names(3));
    await expect(audit.sealer.seal()).rejects.toThrow('refuse_one');
    expect(await chains()).toEqual([{ bank_id: 'OTHR', first: 1, last: 3, links: 3, rows: 3, logged: 3 }]);
    await audit.db.sql('alter table audit_chain drop constraint refuse_one');
    expect(await audit.sealer.seal()).toBe(2);
    expect(await audit.verifyAll()).toEqual([]);
  });

  it('continues after the database broke all connections during it', async () => {
    await audit.write('DEMO', names(3));
    const broken = await audit.db.database.transaction(async (tx) => {
      // the connection is broken while the batch is in the chain and waits to leave the queue
      await tx.query({ name: 'test.take', text: 'select 1 from audit_queue where bank_id = $1 for update' }, ['DEMO']);
      const sealing = audit.anotherSealer().seal();
      const rejection = expect(sealing).rejects.toThrow();
      await breakWaitingRows();
      await rejection;
      return { commit: false, result: await chains() };
    });
    expect(broken).toEqual([]);
    expect(await audit.sealer.seal()).toBe(3);
    expect(await audit.verifyAll()).toEqual([]);
  });

  it('ignores rows of a transaction that was rolled back', async () => {
    const entry = { actor: 'a', operation: 'b', subject: 'c', outcome: 'd', requestId: 'e' };
    await audit.db.database.transaction(async (tx) => {
      await writeAudit(tx, 'DEMO', audit.clock.now(), entry);
      return { commit: false, result: undefined };
    });
    await audit.sealed('DEMO', names(2));
    expect(await chains()).toEqual([{ bank_id: 'DEMO', first: 1, last: 2, links: 2, rows: 2, logged: 2 }]);
  });

  it('never uses an earlier time than before, so that a chain begins with its oldest months', async () => {
    await audit.sealed('DEMO', names(1));
    audit.clock.set('2026-11-20T07:00:00.000Z');
    await audit.sealed('DEMO', names(1));
    const times = await audit.db.sql<{ sealed_at: Date }>('select sealed_at from audit_chain order by chain_no');
    expect(times.map(({ sealed_at }) => sealed_at.toISOString())).toEqual([
      '2026-11-20T08:00:00.000Z',
      '2026-11-20T08:00:00.000Z',
    ]);
    expect(await audit.verifyAll()).toEqual([]);
  });

  it('still verifies after newer data keys were made', async () => {
    await audit.sealed('DEMO', names(2));
    const [{ versions }] = (await audit.db.sql<{ versions: number[] }>(
      'select array_agg(distinct key_version) as versions from audit_seals',
    )) as [{ versions: number[] }];
    expect(versions).toEqual([audit.vault.ring.now().sealing]);
    // a data key that made a seal cannot be deleted
    await expect(audit.db.sql('delete from data_keys')).rejects.toThrow('audit_seals');
  });
});

describe('an export', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const lines = async (range: { from?: Date; until?: Date } = {}) => {
    const all: string[] = [];
    const { from, until } = range;
    for await (const line of exportLog(audit.db.database, 'DEMO', { from, until })) all.push(line);
    return all;
  };

  it('can be verified with nothing but SHA-256, row by row and number by number', async () => {
    await audit.sealed('DEMO', names(3));
    await audit.sealed('DEMO', names(2, 'more:'));
    const all = await lines();
    // biome-ignore lint/suspicious/noExplicitAny: the test reads it without the server's types
    const [head, ...rest] = all.map((line) => JSON.parse(line)) as any[];
    expect(head).toEqual({
      type: 'chain',
      bank_id: 'DEMO',
      first_chain_no: '1',
      last_chain_no: '5',
      previous_chain_hash: '0'.repeat(64),
      verify_with: 'cardwright audit verify --file <this file>',
    });
    expect(rest.map(({ type, chain_no }) => `${type} ${chain_no}`)).toEqual([
      'row 1',
      'row 2',
      'row 3',
      'seal 3',
      'row 4',
      'row 5',
      'seal 5',
    ]);
    let previous = head.previous_chain_hash;
    for (const line of all.filter((text) => text.includes('"type":"row"'))) {
      const { row, row_hash, chain_hash, chain_no } = JSON.parse(line);
      const written = line.slice(line.indexOf('"row":') + 6, -1);
      expect(JSON.parse(written)).toEqual(row);
      expect(sha256(written)).toBe(row_hash);
      expect(sha256(`${previous} ${chain_no} ${row_hash}`)).toBe(chain_hash);
      previous = chain_hash;
    }
    expect(previous).toBe(rest.at(-1).chain_hash);
  });

  it('contains a row exactly as it is hashed', async () => {
    await audit.sealed('DEMO', ['card:1']);
    const [{ id }] = (await audit.db.sql<{ id: string }>('select audit_id as id from audit_log')) as [{ id: string }];
    const [, row] = await lines();
    expect(row).toContain(
      `"row":{"actor":"demo-bank","after":{"since":"ليلى 😀","status":"LOST"},"at":"2026-11-20T08:00:00.000000Z",` +
        `"audit_id":"${id}","bank_id":"DEMO","before":{"status":"ACTIVE"},"details":{"code":"01","count":3},` +
        `"from_address":"192.0.2.7","operation":"cards.enquire-card","outcome":"read","request_id":"r-1","subject":"card:1"}`,
    );
  });

  it('of a range begins with the hash before it', async () => {
    for (const hour of ['08', '09', '10']) {
      audit.clock.set(`2026-11-20T${hour}:00:00.000Z`);
      await audit.sealed('DEMO', names(2));
    }
    const range = { from: new Date('2026-11-20T09:00:00Z'), until: new Date('2026-11-20T10:00:00Z') };
    const [whole, part] = [await lines(), await lines(range)];
    const second = JSON.parse(whole.find((line) => line.includes('"chain_no":"2"'))!);
    expect(JSON.parse(part[0]!)).toMatchObject({
      first_chain_no: '3',
      last_chain_no: '4',
      previous_chain_hash: second.chain_hash,
    });
    expect(part.slice(1)).toEqual(whole.filter((line) => /"chain_no":"[34]"/.test(line)));
    expect(await lines({ from: new Date('2027-01-01T00:00:00Z') })).toEqual([]);
  });

  it('covers many pages', async () => {
    await audit.sealed('DEMO', names(1_100));
    const all = await lines();
    expect(all.filter((line) => line.includes('"type":"row"'))).toHaveLength(1_100);
    expect(all.filter((line) => line.includes('"type":"seal"'))).toHaveLength(11);
  });
});
