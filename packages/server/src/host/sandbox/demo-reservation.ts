import { completeAuthorization, enquireBalance, readAuthorization, reverseAuthorization } from '@cardwright/contract';
import { DemoEnd } from './demo-caller.ts';
import { authorizationUrl, authorizeInDemo, type DemoCard, type DemoRun, demoMessage, envelope } from './demo-run.ts';

/** @returns the reference of an approved message */
export async function authorizeTwice(run: DemoRun, card: DemoCard): Promise<string> {
  run.caller.step('Authorization, approved', 'The network requests 60.00 AED. Action_Code 00: the amount is reserved.');
  const message = demoMessage(run, card, '000000006000');
  await authorizeInDemo(run, message, '00');
  run.caller.step(
    'The same message again',
    'Networks repeat messages. The response is the same, and nothing is counted twice.',
  );
  const again = await authorizeInDemo(run, message, '00');
  if (again.headers.get('idempotent-replayed') !== 'true')
    throw new DemoEnd('The repeated message was not recognized.');
  return message.Retrieval_Reference_Number as string;
}

export async function declineAndExplain(run: DemoRun, card: DemoCard): Promise<void> {
  run.caller.step(
    'Authorization, declined',
    'The network requests 75.00 AED, and 40.00 AED are available. Action_Code 51.',
  );
  const message = demoMessage(run, card, '000000007500');
  await authorizeInDemo(run, message, '51');
  run.caller.step(
    'Why was this declined?',
    'The bank reads the decision with its trace: each rule that was checked, and what it saw.',
  );
  await run.caller.send({
    method: 'GET',
    path: authorizationUrl(readAuthorization.path, message.Retrieval_Reference_Number as string),
    token: run.bankToken,
    expect: 200,
  });
}

export async function endDemoReservation(run: DemoRun, card: DemoCard, reference: string): Promise<void> {
  run.caller.step('Partial reversal', 'The shop gives 20.00 of the 60.00 back before it delivers.');
  await run.caller.send({
    path: authorizationUrl(reverseAuthorization.path, reference),
    token: run.networkToken,
    body: { amount: '20.00' },
    expect: 200,
  });
  run.caller.step(
    'Completion',
    'The final amount is 35.00: it is debited, and the rest of the reservation is released.',
  );
  await run.caller.send({
    path: authorizationUrl(completeAuthorization.path, reference),
    token: run.networkToken,
    body: { amount: '35.00' },
    expect: 200,
  });
  run.caller.step('Balance again', '100.00 less 35.00; nothing is blocked any more.');
  await toBalanceResponse(run, card);
}

export function toBalanceResponse(run: DemoRun, card: DemoCard): Promise<unknown> {
  const account = { account_identifier_id: card.accountNumber, account_identifier_type: 'CONTRACT_NUMBER' };
  return envelope(run, enquireBalance, account);
}
