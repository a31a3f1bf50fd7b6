import { changeStatus, createClient, enquireCard } from '@cardwright/contract';
import { createDemoCaller, type DemoCaller, DemoEnd, reach } from './demo-caller.ts';
import { controlCard } from './demo-control.ts';
import { issueDemoCard } from './demo-issue.ts';
import { authorizeTwice, declineAndExplain, endDemoReservation, toBalanceResponse } from './demo-reservation.ts';
import { authorizeInDemo, type DemoCard, type DemoRun, demoMessage, envelope } from './demo-run.ts';

/**
 * Runs the whole main job against a running sandbox, like a bank and a network. Throws a {@link DemoEnd} for an
 * unexpected answer.
 */
export async function runDemo(url: string, print: (text: string) => void): Promise<void> {
  await mustBeSandbox(url);
  const caller = createDemoCaller(url, print);
  const run = { caller, id: Date.now().toString(36).toUpperCase(), ...(await getTokens(caller)), messages: 0 };
  const card = await issueDemoCard(run);
  await readCard(run, card);
  const approved = await authorizeTwice(run, card);
  await declineAndExplain(run, card);
  await endDemoReservation(run, card, approved);
  await controlCard(run, card);
  await block(run, card);
  await sendWrongRequest(run);
  caller.print('');
  const { docs } = (await (await reach(url, { method: 'GET', path: '/' })).json()) as { docs?: string };
  caller.print(docs === undefined ? 'Done.' : `Done. For the whole interface, see ${url}${docs}`);
}

async function mustBeSandbox(url: string): Promise<void> {
  const { status } = await reach(url, { method: 'GET', path: '/sandbox/fixtures' });
  if (status !== 200) throw new DemoEnd(`The server at ${url} is not a sandbox. To start a sandbox, run: npm start`);
}

async function getTokens(caller: DemoCaller): Promise<{ bankToken: string; networkToken: string }> {
  caller.step('Tokens', 'The bank and the card network each get an access token for 15 minutes.');
  const requestToken = async (client: string) => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client,
      client_secret: `${client}-secret`,
    });
    const { json } = await caller.send({ path: '/oauth2/token', body, expect: 200 });
    return json.access_token as string;
  };
  return { bankToken: await requestToken('demo-bank'), networkToken: await requestToken('demo-network') };
}

async function readCard(run: DemoRun, card: DemoCard): Promise<void> {
  run.caller.step('Card details', 'The card is named by its EXID, a stand-in that is not a card number.');
  await envelope(run, enquireCard, { card_identifier_id: card.exid, card_identifier_type: 'EXID' });
  run.caller.step('Balance', 'Available, blocked by reservations, and both together.');
  await toBalanceResponse(run, card);
}

async function block(run: DemoRun, card: DemoCard): Promise<void> {
  run.caller.step('Card blocked', 'The bank blocks the card.');
  await envelope(run, changeStatus, {
    card_identifier_id: card.exid,
    card_identifier_type: 'EXID',
    status: { type: 'card_status', value: 'BLOCKED' },
  });
  run.caller.step('Declined again', 'The next message meets the blocked card. Action_Code 62.');
  await authorizeInDemo(run, demoMessage(run, card, '000000001000'), '62');
}

async function sendWrongRequest(run: DemoRun): Promise<void> {
  run.caller.step('A wrong request', 'The response lists all errors in body.errors.');
  const body = {
    customer_id: 'A-CUSTOMER-ID-OF-MORE-THAN-20',
    bank_code: '001',
    card_type: 'GIFT',
    personal_details: { first_name: 'Amina', date_of_birth: '28/02/1994' },
    contact_details: { mobile_phone: 971500000001 },
  };
  await envelope(run, createClient, body, 400);
}
