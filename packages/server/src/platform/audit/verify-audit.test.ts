import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestAudit, testAudit } from '../../testing/test-audit.ts';
import type { Tx } from '../storage/index.ts';
import { hashOfLink, hashOfRow, type LogRow } from './chain.ts';
import { LOG_COLUMNS } from './chain-store.ts';
import type { AuditFinding } from './finding.ts';
import { verifyStoredAnchors } from './verify-audit.ts';

const names = (count: number, prefix = 'card:') => Array.from({ length: count }, (_, at) => `${prefix}${at + 1}`);

let audit: TestAudit;
beforeEach(async () => {
  audit = await testAudit();
});
afterEach(() => audit?.close());

/** Audit ids in the order of their chain numbers. */
async function ids(bankId = 'DEMO'): Promise<bigint[]> {
  const rows = await audit.db.sql<{ audit_id: string }>(
    'select audit_id from audit_chain where bank_id = $1 order by chain_no',
    [bankId],
  );
  return rows.map((row) => BigInt(row.audit_id));
}

const findingsOf = async (bankId = 'DEMO') => (await audit.verify(bankId)).findings;

describe('an unchanged log', () => {
  it('verifies batch by batch, with its numbers, its head and the number of unsealed rows', async () => {
    for (let batch = 0; batch < 3; batch++) await audit.sealed('DEMO', names(4, `card:${batch}`));
    await audit.write('DEMO', names(2));
    const { verified, findings } = await audit.verify('DEMO');
    expect(findings).toEqual([]);
    expect(verified).toMatchObject({ rows: 12n, first: 1n, last: 12n, waiting: 2n, anchor: undefined, findings: 0 });
    expect(verified.head).toHaveLength(32);
  });

  it('verifies over many pages', async () => {
    await audit.sealed('DEMO', names(1_203));
    const { verified, findings } = await audit.verify('DEMO');
    expect([findings, verified.rows]).toEqual([[], 1_203n]);
  });

  it('verifies with its rows in another order on disk, as after a restore', async () => {
    await audit.sealed('DEMO', names(9));
    await audit.db.sql('create temporary table kept as select * from audit_log');
    await audit.db.sql('delete from audit_log');
    await audit.db.sql('insert into audit_log overriding system value select * from kept order by audit_id desc');
    expect(await findingsOf()).toEqual([]);
    await audit.sealed('DEMO', names(2));
    expect(await findingsOf()).toEqual([]);
  });

  it('is compared with thousands of stored heads page by page, and its beginning is read once', async () => {
    await audit.sealed('DEMO', names(3));
    const [row] = await audit.db.sql<{ hash: Buffer }>(
      "select chain_hash as hash from audit_chain where bank_id = 'DEMO' and chain_no = 3",
    );
    const calls: string[] = [];
    const tx: Tx = {
      query: (statement, values) => {
        calls.push(statement.name);
        return audit.db.database.query(statement, values);
      },
    };
    async function* heads() {
      for (let at = 0; at < 1_203; at++) yield { bankId: 'DEMO', chainNo: 3n, chainHash: row!.hash };
    }
    const findings: AuditFinding[] = [];
    const report = (finding: AuditFinding) => void findings.push(finding);
    await verifyStoredAnchors({ tx, keys: audit.vault, report }, { file: 'kept', heads: heads() });
    expect(findings).toEqual([]);
    expect(calls.sort()).toEqual(['audit.select-anchor', ...Array.from({ length: 3 }, () => 'audit.select-hashes')]);
  });

  it('has no findings when another log has some', async () => {
    await audit.sealed('DEMO', names(3));
    await audit.sealed('OTHR', names(3));
    await audit.db.sql(`update audit_log set actor = 'nobody' where bank_id = 'OTHR' and subject = 'card:2'`);
    expect(await findingsOf('DEMO')).toEqual([]);
    const [, changed] = await ids('OTHR');
    expect(await audit.verifyAll()).toEqual([`CHANGED OTHR #2 id ${changed} - the log row was changed`]);
  });
});

describe('verification finds a changed row', () => {
  it.each([
    ['actor', `actor = 'somebody'`],
    ['operation', `operation = 'cards.change-status'`],
    ['subject', `subject = 'card:77'`],
    ['outcome', `outcome = 'denied'`],
    ['request id', `request_id = 'r-2'`],
    ['address', `from_address = '192.0.2.8'`],
    ['address, taken away', 'from_address = null'],
    ['details', `details = '{"code": "01", "count": 4}'`],
    ['before', `before = '{"status": "LOST"}'`],
    ['after', 'after = null'],
  ])('with its id, after a change of its %s', async (_what, change) => {
    await audit.sealed('DEMO', names(5));
    await audit.db.sql(`update audit_log set ${change} where subject = 'card:3'`);
    const [, , third] = await ids();
    expect(await findingsOf()).toEqual([`CHANGED DEMO #3 id ${third} - the log row was changed`]);
  });

  it('after a change of its time', async () => {
    await audit.sealed('DEMO', names(3));
    await audit.db.sql(
      `update audit_log set at = (at at time zone 'UTC' + interval '1 microsecond') at time zone 'UTC' where subject = 'card:2'`,
    );
    const [, second] = await ids();
    expect(await findingsOf()).toEqual([
      `CHANGED DEMO #2 id ${second} - the log row has the time 2026-11-20T08:00:00.000001Z, but was sealed with 2026-11-20T08:00:00.000000Z`,
      `INSERTED DEMO id ${second} - the log row is not in the chain`,
    ]);
  });

  it('even if the hash of the row was recomputed', async () => {
    await audit.sealed('DEMO', names(5));
    await audit.db.sql(`update audit_log set actor = 'somebody' where subject = 'card:3'`);
    const [, , third] = await ids();
    const [row] = await logRows(third!);
    await audit.db.sql('update audit_chain set row_hash = $1 where chain_no = 3', [hashOfRow(row!)]);
    expect(await findingsOf()).toEqual([
      `FORGED DEMO #3 id ${third} - the chain is broken here: the row or its hashes were rewritten`,
    ]);
  });
});

describe('verification finds a removed row', () => {
  it('from the log', async () => {
    await audit.sealed('DEMO', names(5));
    const [, , third] = await ids();
    await audit.db.sql('delete from audit_log where audit_id = $1', [third]);
    expect(await findingsOf()).toEqual([`REMOVED DEMO #3 id ${third} - the row is missing from the log`]);
  });

  it('from the log and from the chain', async () => {
    await audit.sealed('DEMO', names(5));
    const [, second, third] = await ids();
    await audit.db.sql('delete from audit_log where audit_id in ($1, $2)', [second, third]);
    await audit.db.sql('delete from audit_chain where chain_no in (2, 3)');
    expect(await findingsOf()).toEqual(['REMOVED DEMO #2 - numbers 2 to 3 are missing from the chain']);
  });

  it('even if later rows were renumbered, with recomputed hashes', async () => {
    await audit.sealed('DEMO', names(5));
    const [, , third] = await ids();
    await audit.db.sql('delete from audit_log where audit_id = $1', [third]);
    await audit.db.sql('delete from audit_chain where chain_no = 3');
    await audit.db.sql('update audit_chain set chain_no = chain_no - 1 where chain_no > 3');
    const found = await findingsOf();
    expect(found[0]).toMatch(/^FORGED DEMO #3 id \d+ - the chain is broken here/);
    expect(found.at(-1)).toBe('REMOVED DEMO #5 - number 5 is missing from the chain');
  });

  it('at the end, from the log and from the chain', async () => {
    await audit.sealed('DEMO', names(5));
    const fifth = (await ids()).at(-1);
    await audit.db.sql('delete from audit_log where audit_id = $1', [fifth]);
    await audit.db.sql('delete from audit_chain where chain_no = 5');
    expect(await findingsOf()).toEqual(['REMOVED DEMO #5 - number 5 is missing from the chain']);
  });

  it('at the end, with its seal, by the operator’s log or a head that the caller knows', async () => {
    await audit.sealed('DEMO', names(3));
    await audit.sealed('DEMO', names(2, 'late:'));
    const { verified } = await audit.verify('DEMO');
    await audit.sealer.noteHeads();
    await audit.sealer.seal();
    expect(await audit.verifyAll()).toEqual([]);
    await audit.db.sql(`delete from audit_log where subject like 'late:%'`);
    await audit.db.sql(`delete from audit_chain where bank_id = 'DEMO' and chain_no > 3`);
    await audit.db.sql(`delete from audit_seals where bank_id = 'DEMO' and chain_no > 3`);
    expect(await findingsOf()).toEqual([]);
    expect(await audit.verifyAll()).toEqual(["REMOVED DEMO #5 - the operator's log has number 5 of this chain"]);
    await audit.db.sql(`delete from audit_log where bank_id = '-'`);
    await audit.db.sql(`delete from audit_chain where bank_id = '-'`);
    await audit.db.sql(`delete from audit_seals where bank_id = '-'`);
    expect(await audit.verifyAll()).toEqual([]);
    const expected = [{ bankId: 'DEMO', chainNo: verified.last, chainHash: verified.head! }];
    expect(await audit.verifyAll(expected)).toEqual(['REMOVED DEMO #5 - the expected head has number 5 of this chain']);
    // new rows in their place do not hide it
    await audit.sealed('DEMO', names(2, 'other:'));
    expect(await audit.verifyAll(expected)).toEqual([
      'FORGED DEMO #5 - the expected head has number 5 with another hash',
    ]);
  });

  it('at the beginning, disguised as dropped months', async () => {
    await audit.sealed('DEMO', names(2));
    await audit.sealed('DEMO', names(3, 'later:'));
    await audit.db.sql(`delete from audit_log where subject like 'card:%'`);
    await audit.db.sql('delete from audit_chain where chain_no <= 2');
    expect(await findingsOf()).toEqual(['REMOVED DEMO #1 - numbers 1 to 2 are missing from the chain']);
    await audit.db.sql(
      `insert into audit_anchors (bank_id, chain_no, chain_hash, kept_from, made_at, key_version, mac)
       select bank_id, chain_no, chain_hash, '2026-11-01', sealed_at, key_version, mac from audit_seals where chain_no = 2`,
    );
    expect(await findingsOf()).toEqual([
      'FORGED DEMO #2 - the anchor at the beginning of the log was not made with the keys',
      'REMOVED DEMO #1 - numbers 1 to 2 are missing from the chain',
    ]);
  });

  it('before it was sealed', async () => {
    await audit.sealed('DEMO', names(2));
    await audit.write('DEMO', ['card:late']);
    const [late] = await audit.db.sql<{ id: string }>(
      `delete from audit_log where subject = 'card:late' returning audit_id as id`,
    );
    await audit.sealer.seal();
    expect(await findingsOf()).toEqual([
      `REMOVED DEMO id ${late!.id} - the row is missing from the log, and was not sealed yet`,
    ]);
  });

  it('with its whole chain, by the seals, or without seals by the rows', async () => {
    await audit.sealed('DEMO', names(3));
    const all = await ids();
    await audit.db.sql('delete from audit_chain');
    const strays = all.map((id) => `INSERTED DEMO id ${id} - the log row is not in the chain`);
    expect(await findingsOf()).toEqual(['REMOVED DEMO #1 - numbers 1 to 3 are missing from the chain', ...strays]);
    await audit.db.sql('delete from audit_seals');
    expect(await findingsOf()).toEqual(strays);
    await audit.db.sql('delete from audit_log');
    await audit.db.sql(`delete from audit_queue`);
    expect(await findingsOf()).toEqual([]);
  });

  it('with everything else of its bank, by the operator’s log', async () => {
    await audit.sealed('DEMO', names(3));
    await audit.sealer.noteHeads();
    await audit.sealer.seal();
    for (const table of ['audit_log', 'audit_chain', 'audit_seals']) {
      await audit.db.sql(`delete from ${table} where bank_id = 'DEMO'`);
    }
    expect(await audit.verifyAll()).toEqual(["REMOVED DEMO #3 - the operator's log has number 3 of this chain"]);
  });
});

describe('verification finds rows in another order', () => {
  it('when two were swapped in the chain', async () => {
    await audit.sealed('DEMO', names(6));
    const all = await ids();
    await audit.db.sql(
      `update audit_chain c set audit_id = o.audit_id, at = o.at, row_hash = o.row_hash
         from audit_chain o where c.bank_id = o.bank_id and (c.chain_no, o.chain_no) in ((2, 5), (5, 2))`,
    );
    expect(await findingsOf()).toEqual([
      `MOVED DEMO #2 id ${all[4]} - audit id ${all[1]} was sealed under this number`,
      `MOVED DEMO #5 id ${all[1]} - audit id ${all[4]} was sealed under this number`,
    ]);
  });

  it('when two swapped their numbers, with recomputed hashes', async () => {
    await audit.sealed('DEMO', names(6));
    const all = await ids();
    for (const [from, to] of [
      [3, 99],
      [4, 3],
      [99, 4],
    ]) {
      await audit.db.sql('update audit_chain set chain_no = $2 where chain_no = $1', [from, to]);
    }
    expect(await findingsOf()).toEqual([
      `MOVED DEMO #3 id ${all[3]} - audit id ${all[2]} was sealed under this number`,
      `MOVED DEMO #4 id ${all[2]} - audit id ${all[3]} was sealed under this number`,
    ]);
  });

  it('when two rows of the log swapped their ids', async () => {
    await audit.sealed('DEMO', names(4));
    const all = await ids();
    await audit.db.sql(
      `update audit_log l set subject = o.subject from audit_log o
        where l.bank_id = o.bank_id and (l.subject, o.subject) in (('card:2', 'card:3'), ('card:3', 'card:2'))`,
    );
    expect(await findingsOf()).toEqual([
      `CHANGED DEMO #2 id ${all[1]} - the log row was changed`,
      `CHANGED DEMO #3 id ${all[2]} - the log row was changed`,
    ]);
  });
});

describe('verification finds an inserted row', () => {
  it('in the log', async () => {
    await audit.sealed('DEMO', names(3));
    const [row] = await audit.db.sql<{ id: string }>(
      `insert into audit_log (bank_id, at, actor, operation, subject, outcome, request_id)
       values ('DEMO', '2026-11-20T07:00:00Z', 'a', 'b', 'c', 'd', 'e') returning audit_id as id`,
    );
    expect(await findingsOf()).toEqual([`INSERTED DEMO id ${row!.id} - the log row is not in the chain`]);
  });

  it('in the log under an existing id', async () => {
    await audit.sealed('DEMO', names(3));
    const [, second] = await ids();
    await audit.db.sql(
      `insert into audit_log (bank_id, audit_id, at, actor, operation, subject, outcome, request_id)
       overriding system value values ('DEMO', $1, '2026-11-20T07:00:00Z', 'a', 'b', 'c', 'd', 'e')`,
      [second],
    );
    expect(await findingsOf()).toEqual([`INSERTED DEMO id ${second} - the log row is not in the chain`]);
  });

  it('in the chain under an existing number', async () => {
    await audit.sealed('DEMO', names(3));
    await audit.db.sql(
      `insert into audit_chain (bank_id, chain_no, audit_id, at, row_hash, chain_hash, sealed_at)
       select bank_id, chain_no, audit_id + 1000, at, row_hash, chain_hash, sealed_at + interval '1 s' from audit_chain where chain_no = 2`,
    );
    const [, , second] = await ids();
    expect(await findingsOf()).toEqual([`INSERTED DEMO #2 id ${second} - a second row has this number`]);
  });
});

describe('verification finds forgeries made without the keys', () => {
  it('a chain that was rebuilt from a changed row on, with correct hashes', async () => {
    await audit.sealed('DEMO', names(3));
    await audit.sealed('DEMO', names(3, 'later:'));
    await audit.db.sql(`update audit_log set actor = 'nobody' where subject = 'later:1'`);
    await rebuildChain();
    expect(await findingsOf()).toEqual([
      'FORGED DEMO #6 - the chain was rebuilt between number 4 and here: it does not match its seal',
    ]);
  });

  it('a rebuilt chain whose later seals were removed', async () => {
    await audit.sealed('DEMO', names(3));
    await audit.sealed('DEMO', names(3, 'later:'));
    await audit.db.sql(`update audit_log set actor = 'nobody' where subject = 'later:1'`);
    await rebuildChain();
    await audit.db.sql('delete from audit_seals where chain_no = 6');
    expect(await findingsOf()).toEqual(['FORGED DEMO #4 - numbers 4 to 6 have no valid seal']);
  });

  it('a rebuilt chain with a rewritten seal', async () => {
    await audit.sealed('DEMO', names(3));
    await audit.db.sql(`update audit_log set actor = 'nobody' where subject = 'card:2'`);
    await rebuildChain();
    await audit.db.sql(
      'update audit_seals s set chain_hash = c.chain_hash from audit_chain c where c.bank_id = s.bank_id and c.chain_no = s.chain_no',
    );
    expect(await findingsOf()).toEqual([
      'FORGED DEMO #3 - the seal at this number was not made with the keys',
      'FORGED DEMO #1 - numbers 1 to 3 have no valid seal',
    ]);
  });

  it('a seal of another bank’s chain', async () => {
    await audit.sealed('DEMO', names(2));
    await audit.sealed('OTHR', names(2));
    const [other] = await audit.db.sql<{ mac: Buffer }>(`select mac from audit_seals where bank_id = 'OTHR'`);
    await audit.db.sql(`update audit_seals set mac = $1 where bank_id = 'DEMO'`, [other!.mac]);
    expect((await findingsOf())[0]).toBe('FORGED DEMO #2 - the seal at this number was not made with the keys');
    expect(await findingsOf('OTHR')).toEqual([]);
  });
});

async function logRows(...auditIds: bigint[]): Promise<LogRow[]> {
  const rows = await audit.db.sql<LogRow>(
    `select ${LOG_COLUMNS} from audit_log l where audit_id = any($1::bigint[]) order by audit_id`,
    [auditIds.map(String)],
  );
  return rows.map((row) => ({ ...row, audit_id: BigInt(row.audit_id) }));
}

/** Rebuilds the chain as an attacker could who has the database and this code, but not the keys. */
async function rebuildChain(): Promise<void> {
  let hash: Buffer = Buffer.alloc(32);
  for (const [at, auditId] of (await ids()).entries()) {
    const [row] = await logRows(auditId);
    const rowHash = hashOfRow(row!);
    hash = hashOfLink(hash, BigInt(at + 1), rowHash);
    await audit.db.sql('update audit_chain set row_hash = $1, chain_hash = $2 where chain_no = $3', [
      rowHash,
      hash,
      at + 1,
    ]);
  }
}
