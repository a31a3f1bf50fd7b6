import { randomBytes, randomInt } from 'node:crypto';
import {
  authorizeEcommerce,
  compile,
  type EnvelopeOperation,
  type JsonObject,
  type RequestHeader,
} from '@cardwright/contract';
import type { Caller } from '../access/index.ts';
import { createAccountOperation } from '../accounts/index.ts';
import { type RehearsalStage, rehearse, reverseAuthorizationOperation } from '../authorization/index.ts';
import type { BankDirectory, Product } from '../banks/index.ts';
import { changeStatusOperation, createCardOperation } from '../cards/index.ts';
import { createClientOperation } from '../clients/index.ts';
import { queuePlastic } from '../embossing/index.ts';
import type { Bank } from '../kernel/bank.ts';
import { formatAmount } from '../kernel/money.ts';
import { randomDigits } from '../kernel/random-digits.ts';
import { type EnvelopeImplementation, type RunnerDeps, runEnvelope, runRest } from '../operation/index.ts';
import { createEnqueue } from '../outbox/index.ts';
import { setRestrictionOperation } from '../restrictions/index.ts';
import { deleteTokensOfCard } from '../tokens/index.ts';
import { Pan, type Vault } from '../vault/index.ts';
import { cardMessage, clientOf } from './card-life-requests.ts';
import { type CheckResult, problemOf, type Subject } from './check.ts';

/**
 * The caller that the card life uses: it acts for the bank that issues the card, and for the network that sends its
 * messages.
 */
const BANK_CALLER = { clientId: 'doctor', sender: 0, kind: 'bank', scopes: new Set<string>() } as const;
const NETWORK: Caller = { clientId: 'doctor', sender: 0, kind: 'network', scopes: new Set() };
const MOST_TRIES = 5;

interface Life {
  readonly subject: Subject;
  readonly stage: RehearsalStage;
  readonly runner: RunnerDeps;
  readonly banks: BankDirectory;
  readonly vault: Vault;
  readonly bank: Bank;
  readonly product: Product;
  readonly now: Date;
  readonly customerId: string;
  /** Results of earlier steps. */
  accountNumber: string;
  exid: string;
  number: string;
  expiry: string;
  reference: string;
}

type Step = readonly [name: string, play: (life: Life) => Promise<string>];

const STEPS: readonly Step[] = [
  ['client', createTheClient],
  ['account', createTheAccount],
  ['card', createTheCard],
  ['authorization', (life) => authorize(life, '00')],
  ['reversal', reverse],
  ['restriction', restrict],
  ['lost', lose],
];

/** From the client to a lost card, as a bank and a network would do it, in a transaction that is rolled back. */
export async function rehearseCardLife(subject: Subject): Promise<CheckResult[]> {
  const name = 'card life';
  try {
    const [banks, vault] = [await subject.banks(), await subject.vault()];
    const [product] = [...banks.allBankIds()].sort().flatMap((bankId) => banks.productsOf(bankId));
    if (product === undefined)
      return [{ name, status: 'warn', detail: 'no bank has a product: no card can be issued' }];
    const bank = banks.bank(product.bankId)!;
    const clock = { now: subject.now };
    const told = await rehearse({ database: subject.database, banks, vault, clock }, (stage) =>
      play(startOf(subject, stage, { banks, vault, bank, product })),
    );
    return [...told.results, await nothingIsKept(subject, vault, told.life)];
  } catch (error) {
    return [{ name, status: 'fail', detail: problemOf(error) }];
  }
}

function startOf(
  subject: Subject,
  stage: RehearsalStage,
  found: { banks: BankDirectory; vault: Vault; bank: Bank; product: Product },
): Life {
  const runner = {
    database: stage.database,
    contentHash: found.vault.contentHash,
    hideCardNumbers: (text: string) => text,
  };
  const learned = { accountNumber: '', exid: '', number: '', expiry: '', reference: '' };
  const customerId = `DOCTOR-${randomBytes(6).toString('hex')}`;
  return { subject, stage, runner, ...found, now: subject.now(), customerId, ...learned };
}

/** A failed step is the last one: the others depend on it. */
async function play(life: Life): Promise<{ results: CheckResult[]; life: Life }> {
  const results: CheckResult[] = [];
  let failed: string | undefined;
  for (const [step, playStep] of STEPS) {
    const name = `card life: ${step}`;
    if (failed !== undefined) {
      results.push({ name, status: 'fail', detail: `not reached, after: ${failed}` });
      continue;
    }
    try {
      results.push({ name, status: 'pass', detail: await playStep(life) });
    } catch (error) {
      failed = step;
      results.push({ name, status: 'fail', detail: problemOf(error) });
    }
  }
  return { results, life };
}

async function nothingIsKept({ database }: Subject, vault: Vault, life: Life): Promise<CheckResult> {
  const name = 'card life: rolled back';
  const pan = Pan.parse(life.number);
  const found =
    pan === undefined
      ? []
      : await vault.findByNumber(database, [{ bankId: life.bank.bankId, mark: vault.lookup(pan) }]);
  if (found.length > 0) return { name, status: 'fail', detail: 'the card is still there' };
  return { name, status: 'pass', detail: 'everything was rolled back' };
}

/** Runs a request as a bank would send it: validation by the schema, then the runner of live requests. */
async function send(life: Life, operation: EnvelopeImplementation, sent: JsonObject): Promise<JsonObject> {
  const { bank, runner, now } = life;
  const { value, findings } = compile(operation.contract.requestBody)(sent, 'body');
  const [finding] = findings;
  if (finding !== undefined) throw new Error(`${finding.path} ${finding.message}`);
  const caller: Caller = { ...BANK_CALLER, bankId: bank.bankId };
  const asking = { caller, now, requestId: 'doctor' };
  const request = { header: headerOf(operation.contract, bank), body: value as JsonObject };
  const result = await runEnvelope(runner, operation, bank, request, asking);
  if (!result.ok) throw new Refused(result.error, [result.error, result.path, result.message]);
  return result.value.body;
}

class Refused extends Error {
  readonly refusal: string;
  constructor(code: string, told: readonly (string | undefined)[]) {
    super(`answered ${told.filter((part) => part !== undefined).join(' ')}`);
    this.refusal = code;
  }
}

function headerOf(contract: EnvelopeOperation, { bankId }: Bank): RequestHeader {
  return {
    msg_id: randomBytes(6).toString('hex'),
    msg_type: contract.defaultMsgType,
    msg_function: contract.requestFunction,
    src_application: 'DOCTOR',
    target_application: 'CARDWRIGHT',
    timestamp: '',
    bank_id: bankId,
  };
}

async function createTheClient(life: Life): Promise<string> {
  const { customerId, bank, product, subject } = life;
  await send(life, createClientOperation(subject.settings), clientOf(customerId, bank, product));
  return `a customer of ${bank.bankId} is created`;
}

async function createTheAccount(life: Life): Promise<string> {
  const { customerId, bank, product } = life;
  const opening = formatAmount(100_000n, bank.currency.exponent);
  const answer = await send(life, createAccountOperation(life.banks), {
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
    const pan = Pan.generate(product.bin, product.cardNumberLength, randomDigits);
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
      const answer = await send(life, operation, body);
      life.exid = answer.card_identifier_id as string;
      life.expiry = answer.card_expiry_date as string;
      life.number = pan.reveal();
      return 'its number is sealed and found again';
    } catch (error) {
      // the number is taken
      if (!(error instanceof Refused && error.refusal === 'card_exists') || tries === MOST_TRIES) throw error;
    }
  }
}

async function authorize(life: Life, expected: string): Promise<string> {
  life.reference = String(randomInt(1e11)).padStart(12, '9');
  const message = cardMessage(life, life.bank);
  const { value, findings } = compile(authorizeEcommerce.request)(message, '');
  const [finding] = findings;
  if (finding !== undefined) throw new Error(`${finding.path} ${finding.message}`);
  const { text } = await life.stage.authorizer.authorize(value as never, NETWORK);
  const answer = JSON.parse(text) as { Action_Code: string; Additional_Response_Data?: string };
  const told = `Action_Code ${answer.Action_Code} ${answer.Additional_Response_Data ?? ''}`.trim();
  if (answer.Action_Code !== expected) throw new Error(`${told} instead of ${expected}`);
  return told;
}

async function reverse(life: Life): Promise<string> {
  const { runner, bank, now, banks, vault } = life;
  const asking = { caller: { ...BANK_CALLER, bankId: bank.bankId }, now, requestId: 'doctor' };
  const params = { Retrieval_Reference_Number: life.reference };
  const input = { params, query: {}, headers: {}, body: {} };
  const result = await runRest(runner, reverseAuthorizationOperation(banks, vault), input as never, asking);
  if (!result.ok) throw new Refused(result.error, [result.error, result.message]);
  const { state, available_amount: available } = result.value.body as { state: string; available_amount: string };
  return `${state}, ${available} ${bank.currency.code} available`;
}

async function restrict(life: Life): Promise<string> {
  await send(life, setRestrictionOperation(life.vault), {
    card_identifier_id: life.exid,
    card_identifier_type: 'EXID',
    restriction: { isAllowed: false, restriction_type: 'ANY' },
  });
  return await authorize(life, '62');
}

async function lose(life: Life): Promise<string> {
  const { banks, vault, exid } = life;
  const onCardEnd = deleteTokensOfCard(createEnqueue(vault));
  const operation = changeStatusOperation({ banks, vault, onCardEnd, onNewPlastic: queuePlastic });
  const status = { type: 'card_status', value: 'LOST' };
  await send(life, operation, { card_identifier_id: exid, card_identifier_type: 'EXID', status });
  return await authorize(life, '41');
}
