import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/test-database.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { ensurePartitions, type Tx } from '../storage/index.ts';
import { NO_SUBSCRIPTIONS } from './change-events.ts';
import { claimMessage } from './message-claim-store.ts';
import { runWork, type WorkContext } from './run-work.ts';

const NOW = new Date('2026-11-20T08:00:00.000Z');
const WORK = { operation: 'tests.count', actor: 'cardwright', requestId: 'RUN-1', now: NOW };

describe('work without a request', () => {
  const db = fileResource(() => testDatabase());
  beforeAll(async () => {
    const client = await db.database.connect({ asOwner: true });
    await ensurePartitions(client, NOW);
    await client.end();
  });

  const maskCardNumbers = (text: string) => text.replace('secret', 'hidden');
  const deps = () => ({ database: db.database, maskCardNumbers, changes: NO_SUBSCRIPTIONS });
  const change = (tx: Tx, msgId: string) =>
    claimMessage(
      tx,
      'DEMO',
      { srcApplication: 'TEST', msgId },
      'tests.count',
      { hash: Buffer.alloc(32), version: 1 },
      NOW,
    );
  const changes = async () => (await db.sql('select msg_id from message_claims order by 1')).map((row) => row.msg_id);
  const rows = () =>
    db.sql(`select bank_id, at, actor, operation, subject, outcome, request_id, from_address, details, before, after
              from audit_log order by audit_id`);

  it('is committed with its rows, in order and under its name, and its texts are masked like those of a request', async () => {
    const result = await runWork(deps(), WORK, async ({ tx, now, requestId, audit, inNameOf }) => {
      expect([now, requestId]).toEqual([NOW, 'RUN-1']);
      await change(tx, 'kept');
      audit('DEMO', 'thing:1', 'counted', { texts: ['a secret'] }, { before: null, after: { text: 'a secret' } });
      inNameOf('sandbox').audit('OTHR', 'thing:2', 'approved');
      return { commit: true, result: 'done' };
    });
    expect(result).toBe('done');
    expect(await changes()).toEqual(['kept']);
    const common = { at: NOW, operation: 'tests.count', request_id: 'RUN-1', from_address: null, before: null };
    expect(await rows()).toEqual([
      {
        ...common,
        bank_id: 'DEMO',
        actor: 'cardwright',
        subject: 'thing:1',
        outcome: 'counted',
        details: { texts: ['a hidden'] },
        after: { text: 'a hidden' },
      },
      {
        ...common,
        bank_id: 'OTHR',
        actor: 'sandbox',
        subject: 'thing:2',
        outcome: 'approved',
        details: null,
        after: null,
      },
    ]);
  });

  it('leaves neither a change nor a row if it does not commit or fails', async () => {
    const before = await rows();
    const begin = async ({ tx, audit }: WorkContext) => {
      await change(tx, 'given up');
      audit('DEMO', 'thing:3', 'counted');
    };
    const abandoned = runWork(deps(), WORK, async (context) => {
      await begin(context);
      return { commit: false, result: 'nothing' };
    });
    expect(await abandoned).toBe('nothing');
    const failing = runWork(deps(), WORK, async (context) => {
      await begin(context);
      throw new Error('in the middle');
    });
    await expect(failing).rejects.toThrow('in the middle');
    expect(await changes()).toEqual(['kept']);
    expect(await rows()).toEqual(before);
  });
});
