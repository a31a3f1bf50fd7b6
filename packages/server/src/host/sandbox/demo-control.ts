import {
  backtestAccount,
  getSettings,
  listPrograms,
  previewAuthorization,
  setRestriction,
  updateSettings,
} from '@cardwright/contract';
import { authorizeInDemo, DEMO_RUN_BANK, type DemoCard, type DemoRun, demoMessage, envelope } from './demo-run.ts';

/** Runs the second part of the demo: settings and restrictions, and their effect on decisions. */
export async function controlCard(run: DemoRun, card: DemoCard): Promise<void> {
  await switchOff(run, card);
  await allowOne(run, card);
  await restrict(run, card);
  await lookBack(run, card);
  await insurance(run, card);
}

const TEN = '000000001000';

async function switchOff(run: DemoRun, card: DemoCard): Promise<void> {
  run.caller.step(
    'Card settings',
    'E-commerce is switched off for all cards of the account, and a daily limit is set.',
  );
  await update(run, card, { ecomStatus: 'OFF', dailyLimit: '80.00' });
  run.caller.step('Declined by a switch', 'Action_Code 57, and Additional_Response_Data says which switch: ECOM_OFF.');
  await authorizeInDemo(run, demoMessage(run, card, TEN), '57');
  run.caller.step(
    'What if it were on?',
    'The same engine decides as if the change were made; nothing is reserved or counted.',
  );
  await run.caller.send({
    path: `/V2${previewAuthorization.path}`,
    token: run.bankToken,
    body: { message: demoMessage(run, card, TEN), cardSettings: { ecomStatus: 'ON' } },
    expect: 200,
  });
}

async function allowOne(run: DemoRun, card: DemoCard): Promise<void> {
  run.caller.step('On for one', 'One transaction may pass. The approval switches it off again, in the same commit.');
  await update(run, card, { ecomStatus: 'ON_FOR_ONE' });
  await authorizeInDemo(run, demoMessage(run, card, TEN), '00');
  await authorizeInDemo(run, demoMessage(run, card, TEN), '57');
  run.caller.step('Settings now', 'The switch is off, the counters have moved, and each says when it returns to zero.');
  await envelope(run, getSettings, { accountNumber: card.number, appName: 'DEMO-APP' });
  await update(run, card, { ecomStatus: 'ON' });
}

async function restrict(run: DemoRun, card: DemoCard): Promise<void> {
  run.caller.step(
    'Restriction',
    'No e-commerce on this card, whatever the settings of its account say. Action_Code 62.',
  );
  await envelope(run, setRestriction, {
    card_identifier_id: card.exid,
    card_identifier_type: 'EXID',
    restriction: { restriction_type: 'ECOM', isAllowed: false },
  });
  await authorizeInDemo(run, demoMessage(run, card, TEN), '62');
  run.caller.step('Restriction lifted', 'A later entry wins over the earlier one.');
  await envelope(run, setRestriction, {
    card_identifier_id: card.exid,
    card_identifier_type: 'EXID',
    restriction: { restriction_type: 'ECOM', isAllowed: true },
  });
}

async function lookBack(run: DemoRun, card: DemoCard): Promise<void> {
  run.caller.step(
    'Backtest',
    'Which decisions of this account would have been different with a limit of 50.00 for each message?',
  );
  await run.caller.send({
    path: `/V2${backtestAccount.path.replace('{account_number}', card.accountNumber)}`,
    token: run.bankToken,
    body: { cardSettings: { cardNotPresentTransactionLimit: '50.00' } },
    expect: 200,
  });
}

async function insurance(run: DemoRun, card: DemoCard): Promise<void> {
  run.caller.step('Insurance', 'The card is enrolled in a program, and its programs are listed.');
  const path = listPrograms.path.replace('{card_identifier_id}', card.exid);
  const headers = { 'Unique-Reference-Code': 'DEMO00000001', 'Channel-Id': 'DEMO', 'Financial-Id': DEMO_RUN_BANK };
  const request = { token: run.bankToken, headers, expect: 200 };
  await run.caller.send({ ...request, method: 'PATCH', path: `${path}/01`, body: { is_active: 'ACTIVE' } });
  await run.caller.send({ ...request, method: 'GET', path });
}

function update(run: DemoRun, card: DemoCard, cardSettings: object): Promise<unknown> {
  return envelope(run, updateSettings, { accountNumber: card.number, cardSettings });
}
