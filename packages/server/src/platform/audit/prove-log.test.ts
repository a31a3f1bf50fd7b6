import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestAudit, testAudit } from '../../testing/test-audit.ts';
import { proveLog } from './prove-log.ts';

let audit: TestAudit;
/** Numbers 1 to 6 in three batches, a second apart; another bank's 1 to 3. */
beforeEach(async () => {
  audit = await testAudit();
  for (const batch of ['a', 'b', 'c']) {
    await audit.sealed('DEMO', [`${batch}1`, `${batch}2`]);
    audit.clock.advance(1_000);
  }
  await audit.sealed('OTHR', ['a1', 'a2', 'a3']);
});
afterEach(() => audit?.close());

async function prove(most?: number): Promise<{ from: bigint | null; to: bigint | null; found: string[] }> {
  const { from, to, findings } = await proveLog({ tx: audit.db.database, keys: audit.vault }, 'DEMO', most);
  return { from, to, found: findings.map(({ kind, chainNo, text }) => `${kind} ${chainNo ?? ''} ${text}`) };
}

describe('the proof of a log', () => {
  it('states where the chain ends, how many rows are pending, and that each row is as it was sealed', async () => {
    await audit.write('DEMO', ['d1']);
    const proof = await proveLog({ tx: audit.db.database, keys: audit.vault }, 'DEMO');
    const { verified } = await audit.verify('DEMO');
    expect(proof).toEqual({
      head: { chainNo: 6n, chainHash: verified.head, sealedAt: new Date('2026-11-20T08:00:02.000Z') },
      waiting: 1,
      retainedFrom: undefined,
      from: 1n,
      to: 6n,
      findings: [],
    });
    const none = await proveLog({ tx: audit.db.database, keys: audit.vault }, 'FRAU');
    expect(none).toEqual({ head: null, waiting: 0, retainedFrom: undefined, from: null, to: null, findings: [] });
  });

  it('covers only the newest rows, also if they begin within a batch', async () => {
    expect(await prove(3)).toEqual({ from: 4n, to: 6n, found: [] });
    await audit.db.sql(`update audit_chain set row_hash = sha256('other') where bank_id = 'DEMO' and chain_no = 2`);
    expect(await prove(3)).toEqual({ from: 4n, to: 6n, found: [] });
    expect((await prove()).found).toHaveLength(2);
  });

  it.each([
    [
      'a changed hash',
      `update audit_chain set row_hash = sha256('other') where bank_id = 'DEMO' and chain_no = 5`,
      ['CHANGED 5 the log row was changed', 'FORGED 5 the chain is broken here: the row or its hashes were rewritten'],
    ],
    [
      'a seal that was made without the keys',
      `update audit_seals set mac = sha256('other') where bank_id = 'DEMO' and chain_no = 6`,
      ['FORGED 6 the seal at this number was not made with the keys', 'FORGED 5 numbers 5 to 6 have no valid seal'],
    ],
    [
      'an end that was cut off',
      `delete from audit_chain where bank_id = 'DEMO' and chain_no > 4`,
      [
        'REMOVED 5 numbers 5 to 6 are missing from the chain',
        'INSERTED  the log row is not in the chain',
        'INSERTED  the log row is not in the chain',
      ],
    ],
    [
      'a row that was taken out of the chain',
      `delete from audit_chain where bank_id = 'DEMO' and chain_no = 5`,
      ['REMOVED 5 number 5 is missing from the chain', 'INSERTED  the log row is not in the chain'],
    ],
  ])('finds %s', async (_what, change, found) => {
    await audit.db.sql(change);
    expect(await prove()).toMatchObject({ found });
  });
});
