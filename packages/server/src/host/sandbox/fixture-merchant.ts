import { approveApplication, onboardMerchants, reviewApplication, writeJson } from '@cardwright/contract';
import type { Caller } from '../../platform/access/index.ts';
import { requireValue } from '../../platform/kernel/required.ts';
import { type RestImplementation, runRest } from '../../platform/operation/index.ts';
import { type Database, statement, type Tx } from '../../platform/storage/index.ts';
import { DEMO_ACQUIRER_ID } from './demo-configuration.ts';
import type { InsureDeps } from './fixture-insurance.ts';

export interface FixtureMerchant {
  merchant_id: string;
  merchant_name: string;
  application_id: string;
  status: string;
  merchant_state: string | null;
  terminal_ids: string[];
}

export interface BoardDeps extends InsureDeps {
  readonly database: Database;
  /** Screens the received merchants. Resolves when no merchant is left. */
  readonly screened: () => Promise<void>;
}

const MERCHANT_ID = 'DEMO-MERCHANT-1';
const TERMINAL_ID = 'DEMO-TERMINAL-1';

/** A shop with simple pricing. Its account is the published sample IBAN of the country. */
export const MERCHANT = {
  merchantId: MERCHANT_ID,
  merchantName: 'Demo Bakery',
  legalName: 'Demo Bakery LLC',
  merchantType: 'POS',
  mcc: '5462',
  debitAccountNumOrIban: 'AE070331234567890123456',
  creditAccountNumOrIban: 'AE070331234567890123456',
  merchantCurrency: 'AED',
  statementDeliveryType: 'Email',
  paymentMode: 'EFT',
  kyc: true,
  trn: '100000000000001',
  addresses: [
    {
      addressType: 'STMT_ADDR',
      name: 'Demo Bakery',
      countryCode: 'ARE',
      city: 'Dubai',
      postalCode: '00000',
      email: 'bakery@example.com',
    },
  ],
  configurations: {
    commissionSettlement: 'NEXT_STTLM',
    acceptedCardSchemes: [{ cardScheme: 'AAA', tariffRate: '1.10' }],
    fees: [{ feeTypeName: 'MIS', reOccurrenceFrequency: 'MONTHLY', feeValue: '25.00' }],
    settlement: { statementFrequency: 'DAILY' },
  },
  terminals: [
    {
      terminalId: TERMINAL_ID,
      terminalType: 'PC',
      communicationMethod: 'SG',
      fees: [{ feeType: 'SIM_FEE', feeValue: '10.00' }],
    },
  ],
};

/** Boards the merchant through the operations of an acquirer. Continues an interrupted start. */
export async function seedMerchant(deps: BoardDeps): Promise<void> {
  if ((await readFixtureMerchant(deps.database)) === undefined) await onboard(deps);
  await deps.screened();
  const received = await readFixtureMerchant(deps.database);
  if (received?.status !== 'PENDING_APPROVAL') return;
  const params = { applicationId: received.application_id };
  const body = { merchantIds: [MERCHANT_ID], reason: 'The merchant of the sandbox' };
  if (received.reviewed_by === null) await run(deps, 'sandbox-reviewer', reviewApplication.id, { params, body });
  await run(deps, 'sandbox-approver', approveApplication.id, { params, body });
}

export async function listFixtureMerchants(tx: Tx): Promise<FixtureMerchant[]> {
  const merchant = await readFixtureMerchant(tx);
  if (merchant === undefined) return [];
  const { merchant_name, application_id, status, merchant_state } = merchant;
  const terminal_ids = [TERMINAL_ID];
  return [{ merchant_id: MERCHANT_ID, merchant_name, application_id, status, merchant_state, terminal_ids }];
}

const selectMerchant = statement(
  'sandbox.select-merchant',
  `select merchant_name, application_id, status, merchant_state, reviewed_by from merchants
    where acquirer_id = $1 and merchant_id = $2`,
);

interface Row {
  merchant_name: string;
  application_id: string;
  status: string;
  merchant_state: string | null;
  reviewed_by: string | null;
}

async function readFixtureMerchant(tx: Tx): Promise<Row | undefined> {
  const [row] = await tx.query<Row>(selectMerchant, [DEMO_ACQUIRER_ID, MERCHANT_ID]);
  return row;
}

async function onboard(deps: InsureDeps): Promise<void> {
  const { contract, reader } = operationOf(deps, onboardMerchants.id);
  const request = { requestId: 'SANDBOX', payload: { applications: [{ merchants: [MERCHANT] }] } };
  const raw = Buffer.from(writeJson(request));
  const read = await requireValue(reader, 'the reader of onboarding requests').read(
    { contentType: 'application/json', raw },
    callerOf('sandbox'),
  );
  if (!read.ok) throw new Error(`the sandbox could not be set up: ${contract.id} answered ${read.error}`);
  try {
    await run(deps, 'sandbox', contract.id, { body: read.value.content });
  } finally {
    read.value.end?.();
  }
}

async function run(
  deps: InsureDeps,
  clientId: string,
  operationId: string,
  request: { params?: Record<string, string>; body: unknown },
): Promise<void> {
  const input = { params: request.params ?? {}, query: {}, headers: {}, body: request.body };
  const callContext = { caller: callerOf(clientId), now: deps.clock.now(), requestId: 'sandbox' };
  const result = await runRest(deps, operationOf(deps, operationId), input as never, callContext);
  // servers that start together run the same steps: if another server was first, the state has already changed
  if (result.ok || result.error === 'state_forbids') return;
  throw new Error(`the sandbox could not be set up: ${operationId} answered ${result.error}`);
}

function operationOf(deps: InsureDeps, id: string): RestImplementation {
  return requireValue(
    deps.operations.rest.find(({ contract }) => contract.id === id),
    'an operation of the contract',
  );
}

function callerOf(clientId: string): Caller {
  return { clientId, sender: 0, kind: 'acquirer', acquirerId: DEMO_ACQUIRER_ID, scopes: new Set() };
}
