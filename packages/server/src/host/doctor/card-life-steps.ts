import { randomInt } from 'node:crypto';
import { authorizeEcommerce, compile } from '@cardwright/contract';
import { createAccountOperation } from '../../issuing/accounts/index.ts';
import { reverseAuthorizationOperation } from '../../issuing/authorization/index.ts';
import { changeStatusOperation, createCardOperation } from '../../issuing/cards/index.ts';
import { createClientOperation } from '../../issuing/clients/index.ts';
import { queuePlastic } from '../../issuing/embossing/index.ts';
import { setRestrictionOperation } from '../../issuing/restrictions/index.ts';
import { followCardStatus } from '../../issuing/tokens/index.ts';
import type { Caller } from '../../platform/access/index.ts';
import { formatAmount } from '../../platform/kernel/money.ts';
import { runRest } from '../../platform/operation/index.ts';
import { createEnqueue } from '../../platform/outbox/index.ts';
import { cardMessage, clientOf } from './card-life-requests.ts';
import { BANK_CALLER, type Life, RequestRejected, sendInRehearsal } from './send-in-rehearsal.ts';

const NETWORK: Caller = { clientId: 'doctor', sender: 0, kind: 'network', scopes: new Set() };
const MAX_TRIES = 5;

type Step = readonly [name: string, play: (life: Life) => Promise<string>];

export const STEPS: readonly Step[] = [
  ['client', createTheClient],
  ['account', createTheAccount],
  ['card', createTheCard],
  ['authorization', (life) => authorize(life, '00')],
  ['reversal', reverse],
  ['restriction', restrict],
  ['lost', lose],
];

async function createTheClient(life: Life): Promise<string> {
  const { customerId, bank, product, subject } = life;
  await sendInRehearsal(life, createClientOperation(subject.settings), clientOf(customerId, bank, product));
  return `a customer of ${bank.bankId} is created`;
}

async function createTheAccount(life: Life): Promise<string> {
  const { customerId, bank, product } = life;
  const opening = formatAmount(100_000n, bank.currency.exponent);
  const answer = await sendInRehearsal(life, createAccountOperation(life.banks), {
    customer_id: customerId,
    card_type: product.cardType,
    account: {
      customer_id: customerId,
      branch_code: '001',
      product_code: product.productCode,
      currency: bank.currency.code,
    },
    custom_fields: [{ key: 'CN-CREDIT_LIMIT_AM', value: opening }],
  });
  life.accountNumber = answer.account_number as string;
  return `an account of ${product.productCode} with ${opening} ${bank.currency.code}`;
}

async function createTheCard(life: Life): Promise<string> {
  const { customerId, accountNumber, bank, product, banks, vault } = life;
  const operation = createCardOperation(banks, vault, queuePlastic);
  for (let tries = 1; ; tries++) {
    const pan = vault.newNumber(product.bin, product.cardNumberLength);
    const card = {
      customer_id: customerId,
      account_number: accountNumber,
      card_number: pan.reveal(),
      cardholder_name: 'CARD DOCTOR',
      bin_number: product.bin,
      product_code: product.productCode,
      card_role: 'P',
      currency: bank.currency.code,
      card_virtual_indicator: 'P',
    };
    const body = { customer_id: customerId, account_number: accountNumber, card_type: product.cardType, card };
    try {
      const answer = await sendInRehearsal(life, operation, body);
      life.exid = answer.card_identifier_id as string;
      life.expiry = answer.card_expiry_date as string;
      life.number = pan.reveal();
      return 'its number is sealed and can be found';
    } catch (error) {
      // the number already exists
      if (!(error instanceof RequestRejected && error.refusal === 'card_exists') || tries === MAX_TRIES) throw error;
    }
  }
}

async function authorize(life: Life, expected: string): Promise<string> {
  life.reference = String(randomInt(1e11)).padStart(12, '9');
  const message = cardMessage(life, life.bank);
  const { value, findings } = compile(authorizeEcommerce.request)(message, '');
  const [finding] = findings;
  if (finding !== undefined) throw new Error(`${finding.path} ${finding.message}`);
  const { text } = await life.stage.authorizer.authorize(value as never, NETWORK, Number.POSITIVE_INFINITY);
  const answer = JSON.parse(text) as { Action_Code: string; Additional_Response_Data?: string };
  const summary = `Action_Code ${answer.Action_Code} ${answer.Additional_Response_Data ?? ''}`.trim();
  if (answer.Action_Code !== expected) throw new Error(`${summary} instead of ${expected}`);
  return summary;
}

async function reverse(life: Life): Promise<string> {
  const { runner, bank, now, banks } = life;
  const callContext = { caller: { ...BANK_CALLER, bankId: bank.bankId }, now, requestId: 'doctor' };
  const params = { Retrieval_Reference_Number: life.reference };
  const input = { params, query: {}, headers: {}, body: {} };
  const result = await runRest(runner, reverseAuthorizationOperation(banks), input as never, callContext);
  if (!result.ok) throw new RequestRejected(result.error, [result.error, result.message]);
  const { state, available_amount: available } = result.value.body as { state: string; available_amount: string };
  return `${state}, ${available} ${bank.currency.code} available`;
}

async function restrict(life: Life): Promise<string> {
  await sendInRehearsal(life, setRestrictionOperation(life.vault), {
    card_identifier_id: life.exid,
    card_identifier_type: 'EXID',
    restriction: { isAllowed: false, restriction_type: 'ANY' },
  });
  return await authorize(life, '62');
}

async function lose(life: Life): Promise<string> {
  const { banks, vault, exid } = life;
  const onStatusChange = followCardStatus(createEnqueue(vault));
  const operation = changeStatusOperation({ banks, vault, onStatusChange, onNewPlastic: queuePlastic });
  const status = { type: 'card_status', value: 'LOST' };
  await sendInRehearsal(life, operation, { card_identifier_id: exid, card_identifier_type: 'EXID', status });
  return await authorize(life, '41');
}
