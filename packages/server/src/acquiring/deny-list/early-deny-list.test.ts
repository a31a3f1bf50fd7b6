import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { waitsForLocks } from '../../testing/database/waits-for-locks.ts';
import { boardSampleMerchant, sendAmendment } from '../../testing/merchants/amendment-requests.ts';
import { hitsOf, loadDenyListOf } from '../../testing/merchants/reviews.ts';
import { fileServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';

const server = fileServer();

describe('a deny list that was just loaded', () => {
  it('is read before its acquirer is locked for amendments, because reading takes long', async () => {
    const id = await boardSampleMerchant(server);
    await loadDenyListOf(server, 'name,reason\nShell Company LLC,As it was read\n');
    const other = new pg.Client(server.db.connection);
    await other.connect();
    try {
      await other.query(`begin`);
      await other.query(`select 1 from acquirers where acquirer_id = 'DEMO' for update`);
      const sending = sendAmendment(server, id, ['MERCHANT_NAME'], {
        merchantName: 'Shell Company LLC',
        merchantType: 'POS',
      });
      await vi.waitUntil(async () => (await waitsForLocks(server.db)).length > 0, WITHIN);
      await other.query(`update merchant_deny_list set reason = 'As it was later' where acquirer_id = 'DEMO'`);
      await other.query('commit');
      const { applicationId } = await sending;
      expect((await hitsOf(server, applicationId)).map(({ message }) => message)).toEqual([
        '"Shell Company LLC" is on the deny list: As it was read',
      ]);
    } finally {
      await other.end();
    }
  });
});
