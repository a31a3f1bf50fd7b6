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

describe('ACCOUNT changes the bank accounts of a boarded merchant', () => {
  it('one of them, as a version with its difference', async () => {
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

  it('or both, and what the screening compares with other merchants follows', async () => {
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

  it('with bankName, which becomes the birth name of the payment address', async () => {
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

  it('leaves the addresses in the same amendment unchanged', async () => {
    const id = await boarded({ addresses: [PAYMENTS] });
    const addresses = [{ ...PAYMENTS, city: 'Ajman' }];
    const more = { debitAccountNumOrIban: '001000000079', bankName: 'New Bank', addresses };
    expect((await amend(server, id, ['ADDRESS', 'ACCOUNT'], more)).status).toBe(202);
    expect((await latest(id)).merchant.addresses).toEqual([{ ...PAYMENTS, city: 'Ajman' }]);
  });

  it('needs one of them, and says so at the first', async () => {
    const answer = await amend(server, await boarded(), ['ACCOUNT'], { bankName: 'New Bank' });
    expect([answer.status, findingsOf(answer)]).toEqual([400, [`103 ${AT}.debitAccountNumOrIban`]]);
    expect(answer.json.errors).toMatchObject([
      {
        message: 'is mandatory with the amendment ACCOUNT if creditAccountNumOrIban is absent',
        action: 'add debitAccountNumOrIban, creditAccountNumOrIban, or both',
      },
    ]);
  });

  it('as nothing else does: another amendment that sends another account is told to add it', async () => {
    const answer = await amend(server, await boarded(), ['MCC'], { mcc: '5812', creditAccountNumOrIban: NEW });
    expect(answer.json.errors).toMatchObject([
      { path: `${AT}.creditAccountNumOrIban`, action: expect.stringContaining('add ACCOUNT to the amendments') },
    ]);
  });

  it('holds an account to what a boarding would: an IBAN has a valid checksum', async () => {
    const answer = await amend(server, await boarded(), ['ACCOUNT'], {
      debitAccountNumOrIban: 'AE080331234567890123456',
    });
    expect(findingsOf(answer)).toEqual([`105 ${AT}.debitAccountNumOrIban`]);
  });
});
