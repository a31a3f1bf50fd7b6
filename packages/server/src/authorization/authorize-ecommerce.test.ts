import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorize, ecommerceMessage, issueCard } from '../testing/fixtures.ts';
import { type TestServer, testServer } from '../testing/test-server.ts';

describe('e-commerce authorization', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server?.close());

  it('approves, answers exactly the fields of the Resp column and reserves the amount', async () => {
    const card = await issueCard(server, { available: '100.00' });
    const message = ecommerceMessage(card, {
      Retrieval_Reference_Number: '632499000001',
      System_Trace_Audit_Number: '900001',
    });
    const answer = await authorize(server, message);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      Message_Version: '1.0',
      Message_Type: 'Ecom_Resp',
      CARD_NUMBER: `${card.cardNumber.slice(0, 6)}******${card.cardNumber.slice(-4)}`,
      From_Account: 'Saving',
      Transaction_Amount: '000000002500',
      Transaction_Amount_Cardholder_Billing: '000000002500',
      Transmission_Date_Time: '20261120080000',
      System_Trace_Audit_Number: '900001',
      Local_Date_Time: '12:00:00',
      Card_Expiry_Date: '3012',
      Settlement_Date: '20261120',
      Capture_Date: '20261120',
      POS_Enty_Mode: '810',
      Card_Sequence_Number: '001',
      POS_Condition_Code: '59',
      Acquiring_Institution_Code: '123456',
      Retrieval_Reference_Number: '632499000001',
      Approval_Code: expect.stringMatching(/^\d{6}$/),
      Action_Code: '00',
      Card_Acceptor_Terminal_ID: 'WEB00001',
      Card_Acceptor_Identification_Code: 'SHOP00000000001',
      Additional_Response_Data: 'APPROVED',
      Currency_Code_Transaction: '784',
      Currency_Code_Cardholder_Billing: '784',
      From_Account_No: '001000000001',
    });
    const balance = await server.envelope('accounts.enquire-balance', {
      account_identifier_id: card.accountNumber,
      account_identifier_type: 'CONTRACT_NUMBER',
    });
    expect(balance.body.balances).toEqual([
      { type: 'AVAILABLE', currency: 'AED', amount: '75.00' },
      { type: 'BLOCKED', currency: 'AED', amount: '25.00' },
      { type: 'TOTAL_BALANCE', currency: 'AED', amount: '100.00' },
    ]);
  });

  it('approves exactly 73 of 200 concurrent messages on an account with funds for 73', async () => {
    const card = await issueCard(server, { available: '1825.00' });
    const messages = Array.from({ length: 200 }, () => ecommerceMessage(card));
    const answers = await Promise.all(messages.map((message) => authorize(server, message)));
    const codes = answers.map((answer) => answer.json.Action_Code);
    expect(codes.filter((code) => code === '00')).toHaveLength(73);
    expect(codes.filter((code) => code === '51')).toHaveLength(127);
    const stored = await server.db.sql<{ available_minor: bigint; reserved_minor: bigint }>(
      'select available_minor::text, reserved_minor::text from accounts where account_number = $1',
      [card.accountNumber],
    );
    expect(stored).toEqual([{ available_minor: '0', reserved_minor: '182500' }]);
  });
});
