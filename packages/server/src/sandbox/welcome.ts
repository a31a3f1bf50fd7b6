import { authorizeEcommerce, createClient, requestRoot } from '@cardwright/contract';
import type { Fixtures } from './fixtures.ts';

/** Three lines that work when pasted into a shell: a token, a client, an authorization. */
export function welcomeLines(url: string, prefix: string, fixtures: Fixtures): string[] {
  const [bank] = fixtures.oauth;
  const [card] = fixtures.cards;
  const post = (path: string, body: object) =>
    `curl -s ${url}/V2${path} -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  return [
    `TOKEN=$(curl -s -u ${bank!.client_id}:${bank!.client_secret} -d grant_type=client_credentials ${url}/oauth2/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    post(createClient.path, clientRequest(prefix)),
    post(authorizeEcommerce.path, authorizationRequest(card!)),
  ];
}

function clientRequest(prefix: string): object {
  return {
    [requestRoot(prefix)]: {
      [createClient.requestKey]: {
        header: {
          msg_id: 'WELCOME00001',
          msg_type: 'TRANSACTION',
          msg_function: createClient.requestFunction,
          src_application: 'CURL',
          target_application: 'CARDWRIGHT',
          timestamp: '20/11/2026 09:30:00',
          bank_id: 'DEMO',
        },
        body: {
          customer_id: 'MY-FIRST-CUSTOMER',
          bank_code: '001',
          card_name: 'AMINA SALEH',
          card_type: 'DEBIT',
          personal_details: { first_name: 'Amina', last_name: 'Saleh', date_of_birth: '1994-02-28' },
          contact_details: { mobile_phone: '+971500000001' },
        },
      },
    },
  };
}

/** An e-commerce message for 25.00 AED on a card of the sandbox. */
export function authorizationRequest(card: Fixtures['cards'][number]): Record<string, string> {
  return {
    Message_Version: '1.0',
    Message_Type: 'Ecom_Rqst',
    CARD_NUMBER: card.card_number,
    From_Account: 'Saving',
    Transaction_Amount: '000000002500',
    Transaction_Amount_Cardholder_Billing: '000000002500',
    Transmission_Date_Time: '20261120093000',
    System_Trace_Audit_Number: '000001',
    Local_Date_Time: '13:30:00',
    Card_Expiry_Date: card.expiry,
    Capture_Date: '20261120',
    Merchant_Type: '5411',
    POS_Enty_Mode: '810',
    Card_Sequence_Number: '001',
    POS_Condition_Code: '59',
    Transaction_Fee: 'D00000000',
    Acquiring_Institution_Code: '123456',
    Retrieval_Reference_Number: '632409000001',
    Card_Acceptor_Terminal_ID: 'WEB00001',
    Card_Acceptor_Identification_Code: 'SHOP00000000001',
    Card_Acceptor_Name_Location: 'DEMO SHOP              DUBAI          AE',
    Currency_Code_Transaction: '784',
    Currency_Code_Cardholder_Billing: '784',
    Banknet_Data: 'DEMO00001',
    From_Account_No: '001000000001',
  };
}
