import { randomBytes } from 'node:crypto';
import { compile, type EnvelopeOperation, type JsonObject, type RequestHeader } from '@cardwright/contract';
import type { RehearsalStage } from '../../issuing/authorization/index.ts';
import type { BankDirectory, Product } from '../../issuing/banks/index.ts';
import type { Caller } from '../../platform/access/index.ts';
import type { Bank } from '../../platform/kernel/bank.ts';
import { type EnvelopeImplementation, type RunnerDeps, runEnvelope } from '../../platform/operation/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { CheckSubject } from './check.ts';

/** The caller of the card life. It acts for the bank that issues the card and for the network that sends the messages. */
export const BANK_CALLER = { clientId: 'doctor', sender: 0, kind: 'bank', scopes: new Set<string>() } as const;

export interface Life {
  readonly subject: CheckSubject;
  readonly stage: RehearsalStage;
  readonly runner: RunnerDeps;
  readonly banks: BankDirectory;
  readonly vault: Vault;
  readonly bank: Bank;
  readonly product: Product;
  readonly now: Date;
  readonly customerId: string;
  /** The results of earlier steps. */
  accountNumber: string;
  exid: string;
  number: string;
  expiry: string;
  reference: string;
}

/** Runs a request of the bank: validates it against the schema, then runs it as a live request. */
export async function sendInRehearsal(
  life: Life,
  operation: EnvelopeImplementation,
  requestBody: JsonObject,
): Promise<JsonObject> {
  const { bank, runner, now } = life;
  const { value, findings } = compile(operation.contract.requestBody)(requestBody, 'body');
  const [finding] = findings;
  if (finding !== undefined) throw new Error(`${finding.path} ${finding.message}`);
  const caller: Caller = { ...BANK_CALLER, bankId: bank.bankId };
  const callContext = { caller, now, requestId: 'doctor' };
  const request = { header: headerOf(operation.contract, bank), body: value as JsonObject };
  const result = await runEnvelope(runner, operation, bank, request, callContext);
  if (!result.ok) throw new RequestRejected(result.error, [result.error, result.path, result.message]);
  return result.value.body;
}

export class RequestRejected extends Error {
  readonly refusal: string;
  constructor(code: string, parts: readonly (string | undefined)[]) {
    super(`answered ${parts.filter((part) => part !== undefined).join(' ')}`);
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
