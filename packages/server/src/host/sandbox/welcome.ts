import { authorizeEcommerce, createClient, requestRoot } from '@cardwright/contract';
import { DEMO_PEOPLE } from './demo-people.ts';
import { exampleMessage } from './example-message.ts';
import type { Fixtures } from './seed-sandbox.ts';

/** Returns the sign-in address for people and three shell commands: a token, a client and an authorization. */
export function welcomeLines(url: string, prefix: string, fixtures: Fixtures): string[] {
  const [bank] = fixtures.oauth;
  const [card] = fixtures.cards;
  if (bank === undefined || card === undefined) throw new Error('the sandbox has no caller or no card');
  const post = (path: string, body: object) =>
    `curl -s ${url}/V2${path} -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  const people = DEMO_PEOPLE.map(({ name, role }) => `${name} (${role})`);
  return [
    `console ${url}/console/ without a password: ${people.join(', ')}`,
    `TOKEN=$(curl -s -u ${bank.client_id}:${bank.client_secret} -d grant_type=client_credentials ${url}/oauth2/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    post(createClient.path, clientRequest(prefix)),
    post(authorizeEcommerce.path, exampleMessage({ number: card.card_number, expiry: card.expiry })),
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
