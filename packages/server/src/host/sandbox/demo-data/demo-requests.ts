import { IDEMPOTENCY_KEY_HEADER, type JsonObject, type RequestHeader } from '@cardwright/contract';
import type { Caller } from '../../../platform/access/index.ts';
import { requireValue } from '../../../platform/kernel/required.ts';
import { type RestImplementation, runEnvelope, runRest } from '../../../platform/operation/index.ts';
import { DEMO_ACQUIRER_ID, DEMO_BANK_ID, DEMO_CALLERS, SEEDER } from '../demo-configuration.ts';
import type { SeedDeps } from '../fixtures/issue-fixtures.ts';

const SOURCE = 'DEMODATA';
/** The sandbox's bank, with the scopes that the events of its endpoints need. */
export const SANDBOX_BANK: Caller = {
  clientId: 'demo-bank',
  sender: 0,
  kind: 'bank',
  bankId: DEMO_BANK_ID,
  scopes: SEEDER.scopes,
};
export const SANDBOX_NETWORK: Caller = { clientId: 'demo-network', sender: 0, kind: 'network', scopes: new Set() };

/** A client of the sandbox's acquirer, with its scopes: reviewers and approvers reject different merchants. */
export function acquirerCaller(clientId: string): Caller {
  const { scopes } = requireValue(
    DEMO_CALLERS.find(({ client_id: id }) => id === clientId),
    `the caller ${clientId} of the sandbox`,
  );
  return { clientId, sender: 0, kind: 'acquirer', acquirerId: DEMO_ACQUIRER_ID, scopes: new Set(scopes) };
}

/** The errors of a step that an earlier, interrupted start has already done. */
const ALREADY_APPLIED: readonly string[] = [
  'state_forbids',
  'already_exists',
  'reservation_ended',
  'duplicate_message_id',
];

interface RestRequest {
  readonly caller: Caller;
  readonly at: Date;
  readonly params?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
  /** The Idempotency-Key that identifies a repeat. */
  readonly key?: string;
}

export interface DemoRequests {
  /** Sends an envelope of the bank. A repeat with the same id gets the answer of the first one. */
  envelope(operationId: string, msgId: string, body: JsonObject, at: Date): Promise<JsonObject>;
  /** Sends an envelope that the state of the card may forbid. */
  envelopeOrNothing(operationId: string, msgId: string, body: JsonObject, at: Date): Promise<void>;
  /** Returns undefined if the step is already done or the state forbids it. */
  rest<Answer>(operationId: string, request: RestRequest): Promise<Answer | undefined>;
  operation(id: string): RestImplementation;
}

/** Runs the operations of callers, each at a given time. */
export function createDemoRequests(deps: SeedDeps): DemoRequests {
  const operation = (id: string) =>
    requireValue(
      deps.operations.rest.find(({ contract }) => contract.id === id),
      'an operation of the contract',
    );
  const send = (operationId: string, msgId: string, body: JsonObject, at: Date) => {
    const implementation = requireValue(
      deps.operations.envelope.find(({ contract }) => contract.id === operationId),
      'an operation of the contract',
    );
    const header: RequestHeader = {
      msg_id: msgId,
      msg_type: 'TRANSACTION',
      msg_function: implementation.contract.requestFunction,
      src_application: SOURCE,
      target_application: 'CARDWRIGHT',
      timestamp: '',
      bank_id: DEMO_BANK_ID,
    };
    const bank = requireValue(deps.banks.bank(DEMO_BANK_ID), 'the demo bank');
    const callContext = { caller: SANDBOX_BANK, now: at, requestId: 'demo-data' };
    return runEnvelope(deps, implementation, bank, { header, body }, callContext);
  };
  return {
    operation,
    async envelope(operationId, msgId, body, at) {
      const result = await send(operationId, msgId, body, at);
      if (result.ok) return result.value.body;
      throw notFilled(operationId, result);
    },
    async envelopeOrNothing(operationId, msgId, body, at) {
      const result = await send(operationId, msgId, body, at);
      if (!result.ok && !ALREADY_APPLIED.includes(result.error)) throw notFilled(operationId, result);
    },
    async rest<Answer>(operationId: string, { caller, at, params = {}, headers = {}, body, key }: RestRequest) {
      const keyed = key === undefined ? headers : { ...headers, [IDEMPOTENCY_KEY_HEADER]: key };
      const input = { params, query: {}, headers: keyed, body } as Parameters<RestImplementation['run']>[1];
      const result = await runRest(deps, operation(operationId), input, { caller, now: at, requestId: 'demo-data' });
      if (result.ok) return result.value.body as Answer;
      if (ALREADY_APPLIED.includes(result.error)) return undefined;
      throw notFilled(operationId, result);
    },
  };
}

function notFilled(operationId: string, { error, path = '' }: { error: string; path?: string | undefined }): Error {
  return new Error(`the sandbox could not be filled: ${operationId} answered ${error} ${path}`);
}
