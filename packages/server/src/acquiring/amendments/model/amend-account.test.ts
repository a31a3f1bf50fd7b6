import { beforeAll, describe, expect, it } from 'vitest';
import {
  amend,
  approveNoAmendments,
  boardMerchant,
  findingsOf,
  readMerchantOf,
} from '../../../testing/merchants/merchants.ts';
import { fileServer } from '../../../testing/test-server.ts';

const server = fileServer();
beforeAll(async () => {
  await approveNoAmendments(server);
});

const AT = 'payload.applications[0].merchants[0]';
const OLD = 'AE070331234567890123456';
const NEW = 'GB82 WEST 1234 5698 7654 32';
const ADDRESS = { name: 'Souk', countryCode: 'ARE', city: 'Dubai', postalCode: '1', email: 'a@b.example' };
const PAYMENTS = { ...ADDRESS, addressType: 'PAYM_ADDR', birthName: 'Old Bank' };

const boarded = (more: Record<string, unknown> = {}) => boardMerchant(server, { debitAccountNumOrIban: OLD, ...more });

async function latest(id: string) {
  const { json } = await readMerchantOf(server, id);
  return { merchant: json.merchant, version: json.version, newest: json.versions[0] };
}

describe('an ACCOUNT amendment', () => {
  it('changes one bank account, and makes a version with the difference', async () => {
    const id = await boarded();
    const answer = await amend(server, id, ['ACCOUNT'], { debitAccountNumOrIban: NEW });
    expect(answer.status, answer.text).toBe(202);
    const { merchant, newest } = await latest(id);
    expect(merchant).toMatchObject({ debitAccountNumOrIban: NEW, creditAccountNumOrIban: '001000000001' });
    expect(newest).toMatchObject({
      version: 2,
      amendments: ['ACCOUNT'],
      changes: [{ path: 'debitAccountNumOrIban', from: OLD, to: NEW }],
    });
  });

  it('changes both bank accounts, and the screening compares the new ones', async () => {
    const id = await boarded();
    const iban = 'DE89 3704 0044 0532 0130 00';
    const accounts = { debitAccountNumOrIban: iban, creditAccountNumOrIban: '001000000077' };
    expect((await amend(server, id, ['ACCOUNT'], accounts)).status).toBe(202);
    const compared = await server.db.sql(
      "select debit_account, credit_account from merchants where acquirer_id = 'DEMO' and merchant_id = $1",
      [id],
    );
    expect(compared).toEqual([{ debit_account: iban, credit_account: '001000000077' }]);
  });

  it('sets the birth name of the payment address to bankName', async () => {
    const id = await boarded({ addresses: [ADDRESS, PAYMENTS] });
    const answer = await amend(server, id, ['ACCOUNT'], {
      creditAccountNumOrIban: '001000000078',
      bankName: 'New Bank',
    });
    expect(answer.status, answer.text).toBe(202);
    const { merchant, newest } = await latest(id);
    expect(merchant).toMatchObject({ bankName: 'New Bank', addresses: [ADDRESS, { birthName: 'New Bank' }] });
    expect(newest.changes.map(({ path }: { path: string }) => path)).toEqual([
      'creditAccountNumOrIban',
      'addresses[1].birthName',
      'bankName',
    ]);
  });

  it('does not change addresses of the same amendment', async () => {
    const id = await boarded({ addresses: [PAYMENTS] });
    const addresses = [{ ...PAYMENTS, city: 'Ajman' }];
    const more = { debitAccountNumOrIban: '001000000079', bankName: 'New Bank', addresses };
    expect((await amend(server, id, ['ADDRESS', 'ACCOUNT'], more)).status).toBe(202);
    expect((await latest(id)).merchant.addresses).toEqual([{ ...PAYMENTS, city: 'Ajman' }]);
  });

  it('requires a bank account, and reports a missing one at the first field', async () => {
    const answer = await amend(server, await boarded(), ['ACCOUNT'], { bankName: 'New Bank' });
    expect([answer.status, findingsOf(answer)]).toEqual([400, [`103 ${AT}.debitAccountNumOrIban`]]);
    expect(answer.json.errors).toMatchObject([
      {
        message: 'is mandatory with the amendment ACCOUNT if creditAccountNumOrIban is absent',
        action: 'add debitAccountNumOrIban, creditAccountNumOrIban, or both',
      },
    ]);
  });

  it('is required to change an account: another type with another account is told to add it', async () => {
    const answer = await amend(server, await boarded(), ['MCC'], { mcc: '5812', creditAccountNumOrIban: NEW });
    expect(answer.json.errors).toMatchObject([
      { path: `${AT}.creditAccountNumOrIban`, action: expect.stringContaining('add ACCOUNT to the amendments') },
    ]);
  });

  it('checks an account as a boarding does, including the checksum of an IBAN', async () => {
    const answer = await amend(server, await boarded(), ['ACCOUNT'], {
      debitAccountNumOrIban: 'AE080331234567890123456',
    });
    expect(findingsOf(answer)).toEqual([`105 ${AT}.debitAccountNumOrIban`]);
  });
});
