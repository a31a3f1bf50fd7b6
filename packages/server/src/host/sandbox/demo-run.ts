import { randomInt } from 'node:crypto';
import { authorizeEcommerce, type EnvelopeOperation, requestRoot, responseRoot } from '@cardwright/contract';
import { type DemoAnswer, type DemoCaller, DemoEnd } from './demo-caller.ts';
import { exampleMessage } from './example-message.ts';

const PREFIX = process.env.CARDWRIGHT_OPERATOR_PREFIX || 'Gw';
export const DEMO_RUN_BANK = 'DEMO';
const ACQUIRER = '123456';

export interface DemoRun {
  readonly caller: DemoCaller;
  /** The id differs in every run, so that the demo can be repeated. */
  readonly id: string;
  readonly bankToken: string;
  readonly networkToken: string;
  messages: number;
}

export interface DemoCard {
  readonly accountNumber: string;
  readonly exid: string;
  readonly number: string;
  readonly expiry: string;
}

/** Sends an envelope to the path of its operation. Returns the body of the answer. */
// biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
export async function envelope(run: DemoRun, operation: EnvelopeOperation, body: object, expect = 200): Promise<any> {
  run.messages += 1;
  const header = {
    msg_id: `${run.id}${String(run.messages).padStart(2, '0')}`,
    msg_type: operation.defaultMsgType,
    msg_function: operation.requestFunction,
    src_application: 'DEMO',
    target_application: 'CARDWRIGHT',
    timestamp: new Date().toISOString(),
    tracking_id: `TRACK-${run.messages}`,
    bank_id: DEMO_RUN_BANK,
  };
  const { json } = await run.caller.send({
    path: `/V2${operation.path}`,
    token: run.bankToken,
    body: { [requestRoot(PREFIX)]: { [operation.requestKey]: { header, body } } },
    expect,
  });
  return json[responseRoot(PREFIX)][operation.responseKey].body;
}

export async function authorizeInDemo(run: DemoRun, message: object, actionCode: string): Promise<DemoAnswer> {
  const path = `/V2${authorizeEcommerce.path}`;
  const answer = await run.caller.send({ path, token: run.networkToken, body: message, expect: 200 });
  if (answer.json.Action_Code !== actionCode) throw new DemoEnd(`The demo expected Action_Code ${actionCode}.`);
  return answer;
}

export function authorizationUrl(path: string, reference: string): string {
  const narrowed = `${path.replace('{Retrieval_Reference_Number}', reference)}?acquiring_institution_code=${ACQUIRER}`;
  return `/V2${narrowed}`;
}

export function demoMessage(run: DemoRun, card: DemoCard, amount: string): Record<string, string> {
  run.messages += 1;
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  return exampleMessage(card, {
    Transaction_Amount: amount,
    Transaction_Amount_Cardholder_Billing: amount,
    Transmission_Date_Time: now,
    System_Trace_Audit_Number: String(randomInt(1_000_000)).padStart(6, '0'),
    Local_Date_Time: now.slice(8),
    Capture_Date: now.slice(0, 8),
    Acquiring_Institution_Code: ACQUIRER,
    Retrieval_Reference_Number: `${String(Date.now()).slice(-10)}${String(run.messages % 100).padStart(2, '0')}`,
    From_Account_No: card.accountNumber,
  });
}
