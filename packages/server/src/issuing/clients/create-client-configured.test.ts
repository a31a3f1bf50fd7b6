import { describe, expect, it } from 'vitest';
import { clientBody } from '../../testing/cards/issued-cards.ts';
import { type EnvelopeParts, fileServer } from '../../testing/test-server.ts';

describe('creating a client with a different configuration', () => {
  const server = fileServer({
    CARDWRIGHT_CLIENT_CREATE_FUNCTION: 'REP_CLIENT_UPDATE',
    CARDWRIGHT_CUT_CLIENT_ANSWERS: 'true',
    CARDWRIGHT_MAILING_FIELD: 'MAIL-TO',
  });

  it('answers under the configured function name, even with an error', async () => {
    const created = await server.envelope('clients.create-client', clientBody('CIF-1'));
    expect(created.header.msg_function).toBe('REP_CLIENT_UPDATE');
    const refused = await server.envelope('clients.create-client', clientBody('CIF-1'));
    expect(refused.header.msg_function).toBe('REP_CLIENT_UPDATE');
    expect(refused.exception.error_code).toBe('401');
  });

  it('cuts texts of the answer to the maxima of the answer, in code points, and stores them whole', async () => {
    const body = clientBody('CIF-12345678901234567', {
      customer_id: 'CIF-1234567890123456',
      external_client_number: '12345678901234567890',
      card_name: 'N'.repeat(50),
      personal_details: {
        title: 'Shaikha',
        gender: 'Female',
        first_name: '😀'.repeat(30),
        last_name: 'Abcdefghijklmnopqrstuvwxyz',
        citizenship: 'ARE',
        marital_status: 'Married since 1999',
        date_of_birth: '1990-01-31',
        place_of_birth: 'P'.repeat(60),
        language: 'ARA',
      },
      contact_details: { mobile_phone: '+971501234567', email: 'a.very.long.address@example.com' },
      addresses: [{ address_type: 'PERMANENT', address_line_1: 'L'.repeat(40), city: 'Dubai', country: 'ARE' }],
      custom_fields: [
        { key: 'MAIL-TO', value: 'PERMANENT' },
        { key: 'NOTE', value: 'V'.repeat(128) },
      ],
    });
    const answer = await server.request({
      method: 'POST',
      url: '/V2/cardservices/ClientCreate',
      as: 'demo-bank',
      headers: { 'content-type': 'application/json' },
      // a member that the table does not list is stored digit for digit, and is not in the answer
      payload: envelopeText(body).replace('"card_name"', '"score":1.10,"card_name"'),
    });
    expect(answer.text).not.toContain('score');
    const root = answer.json.GwSrvResponse as unknown as Record<string, EnvelopeParts>;
    const answered = root.response_client_create!;
    expect(answered.body).toEqual({
      ...body,
      personal_details: {
        title: 'Shaik',
        gender: 'Female',
        first_name: '😀'.repeat(20),
        last_name: 'Abcdefghijklmnopqrst',
        citizenship: 'ARE',
        marital_status: 'Married si',
        date_of_birth: '1990-01-31',
        place_of_birth: 'P'.repeat(50),
        language: 'ARA',
      },
      contact_details: { mobile_phone: '+971501234567', email: 'a.very.long.address@' },
      addresses: [{ address_type: 'PERMANENT', address_line_1: 'L'.repeat(20), city: 'Dubai', country: 'ARE' }],
      custom_fields: [
        { key: 'MAIL-TO', value: 'PERMANENT' },
        { key: 'NOTE', value: 'V'.repeat(20) },
      ],
    });
    const [row] = await server.db.sql<{ record: unknown }>(
      `select record from clients where customer_id = 'CIF-1234567890123456'`,
    );
    expect(row!.record).toEqual({ ...body, score: 1.1 });
  });

  it('reads the mailing indicator from the configured custom field only', async () => {
    const custom_fields = [
      { key: 'CL-MAIL-ADDR-IND', value: 'NOWHERE' },
      { key: 'MAIL-TO', value: 'WORK' },
    ];
    await server.envelope('clients.create-client', clientBody('CIF-FIELD', { custom_fields }));
    const rows = await server.db.sql(`select mailing_address from clients where customer_id = 'CIF-FIELD'`);
    expect(rows).toEqual([{ mailing_address: 'WORK' }]);
  });
});

function envelopeText(body: unknown): string {
  const header = {
    msg_id: 'CUT-1',
    msg_type: 'TRANSACTION',
    msg_function: 'REQ_CLIENT_CREATE',
    src_application: 'TEST',
    target_application: 'CARDWRIGHT',
    timestamp: '20/11/2026 12:00:00',
    bank_id: 'DEMO',
  };
  return JSON.stringify({ GwSrvRequest: { request_client_create: { header, body } } });
}
