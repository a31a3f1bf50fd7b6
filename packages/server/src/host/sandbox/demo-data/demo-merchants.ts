import {
  approveApplication,
  onboardMerchants,
  rejectApplication,
  requestInformation,
  reviewApplication,
  writeJson,
} from '@cardwright/contract';
import { requireValue } from '../../../platform/kernel/required.ts';
import { statement, type Tx } from '../../../platform/storage/index.ts';
import { DEMO_ACQUIRER_ID } from '../demo-configuration.ts';
import { MERCHANT } from '../fixtures/fixture-merchant.ts';
import type { SeedDeps } from '../fixtures/issue-fixtures.ts';
import { acquirerCaller, type DemoRequests } from './demo-requests.ts';

/** The outcome of a merchant's application. */
type ReviewOutcome = 'approved' | 'reviewed' | 'waiting' | 'incomplete' | 'rejected';

interface DemoMerchant {
  readonly day: number;
  readonly name: string;
  readonly mcc: string;
  readonly outcome: ReviewOutcome;
  readonly kyc?: false;
}

/** The restricted category 7995 causes a screening hit, and so do two merchants with the same name. */
const DEMO_MERCHANTS: readonly DemoMerchant[] = [
  { day: 1, name: 'Al Madina Grocery', mcc: '5411', outcome: 'approved' },
  { day: 2, name: 'Karak House', mcc: '5814', outcome: 'approved' },
  { day: 3, name: 'Pearl Electronics', mcc: '5732', outcome: 'approved' },
  { day: 5, name: 'Lucky Draw Hall', mcc: '7995', outcome: 'rejected' },
  { day: 7, name: 'Marina Furniture', mcc: '5712', outcome: 'approved' },
  { day: 10, name: 'Corniche Pharmacy', mcc: '5912', outcome: 'approved' },
  { day: 13, name: 'Desert Fuel', mcc: '5542', outcome: 'approved' },
  { day: 16, name: 'Oasis Books', mcc: '5942', outcome: 'incomplete' },
  { day: 19, name: 'Golden Dice Lounge', mcc: '7995', outcome: 'waiting' },
  { day: 22, name: 'Saffron Restaurant', mcc: '5812', outcome: 'reviewed' },
  { day: 25, name: 'Palm Cafe', mcc: '5814', outcome: 'reviewed' },
  { day: 27, name: 'Creek Supermarket', mcc: '5411', outcome: 'waiting', kyc: false },
  { day: 28, name: 'Harbour Tailor', mcc: '5697', outcome: 'waiting' },
  { day: 29, name: 'Pearl Electronics LLC', mcc: '5732', outcome: 'waiting' },
];

/** Karak House sells more than its boarding covers. The new category waits for two people. */
const AMENDED = {
  day: 26,
  amendment: { merchantId: 'DEMO-SHOP-102', amendmentList: ['MCC'], mcc: '5812' },
};

/** Submits the merchants of a day, screens them, and takes the steps that are due for the other merchants. */
export async function boardOfDay(
  deps: SeedDeps,
  requests: DemoRequests,
  day: number,
  timeOf: (minute: number) => Date,
): Promise<void> {
  for (const [place, merchant] of DEMO_MERCHANTS.entries()) {
    if (merchant.day !== day) continue;
    await send(requests, `DEMO-DATA-${place}`, toMerchant(merchant, place), timeOf(9 * 60 + 12));
    await deps.screened();
    await follow(deps, requests, merchant, place, timeOf);
  }
  if (day === AMENDED.day) await send(requests, 'DEMO-DATA-AMENDMENT', AMENDED.amendment, timeOf(14 * 60));
}

/** Submits a merchant for boarding, or an amendment of one. */
async function send(
  requests: DemoRequests,
  requestId: string,
  merchant: Parameters<typeof writeJson>[0],
  at: Date,
): Promise<void> {
  const caller = acquirerCaller('demo-acquirer');
  const request = { requestId, payload: { applications: [{ merchants: [merchant] }] } };
  const { reader } = requests.operation(onboardMerchants.id);
  const content = { contentType: 'application/json', raw: Buffer.from(writeJson(request)) };
  const read = await requireValue(reader, 'the reader of onboarding requests').read(content, caller);
  if (!read.ok) throw new Error(`the sandbox could not be filled: ${onboardMerchants.id} answered ${read.error}`);
  try {
    await requests.rest(onboardMerchants.id, { caller, at, body: read.value.content });
  } finally {
    read.value.end?.();
  }
}

function toMerchant({ name, mcc, kyc }: DemoMerchant, place: number) {
  const account = ibanOf(place);
  const address = { ...requireValue(MERCHANT.addresses[0], 'an address'), name, email: 'shop@example.com' };
  const terminal = { ...requireValue(MERCHANT.terminals[0], 'a terminal'), terminalId: terminalOf(place) };
  return {
    ...MERCHANT,
    merchantId: idOf(place),
    merchantName: name,
    legalName: `${name} Trading`,
    mcc,
    kyc: kyc ?? true,
    debitAccountNumOrIban: account,
    creditAccountNumOrIban: account,
    trn: String(100_000_000_000_100 + place),
    addresses: [address],
    terminals: [terminal],
  };
}

async function follow(
  deps: SeedDeps,
  requests: DemoRequests,
  { outcome }: DemoMerchant,
  place: number,
  timeOf: (minute: number) => Date,
): Promise<void> {
  const applicationId = await readApplicationId(deps.database, idOf(place));
  if (applicationId === undefined || outcome === 'waiting') return;
  const decide = (operationId: string, by: string, minute: number, more: object) =>
    requests.rest(operationId, {
      caller: acquirerCaller(by),
      at: timeOf(minute),
      params: { applicationId },
      body: { merchantIds: [idOf(place)], ...more },
    });
  const noon = 12 * 60;
  if (outcome === 'rejected') {
    await decide(rejectApplication.id, 'demo-reviewer', noon, { reason: 'The license for gambling is missing' });
  } else if (outcome === 'incomplete') {
    const items = [{ path: 'trn', action: 'Send the certificate of the tax number' }];
    await decide(requestInformation.id, 'demo-reviewer', noon, { reason: 'The tax number cannot be verified', items });
  } else {
    await decide(reviewApplication.id, 'demo-reviewer', noon, { reason: 'License and owner were seen' });
    if (outcome === 'approved') await decide(approveApplication.id, 'demo-approver', noon + 95, { reason: 'Complete' });
  }
}

function idOf(place: number): string {
  return `DEMO-SHOP-${place + 101}`;
}

function terminalOf(place: number): string {
  return `DEMO-TERM-${place + 101}`;
}

/** Returns a distinct IBAN with valid check digits. */
function ibanOf(place: number): string {
  const account = `033${String(9_000_000_000_000_000n + BigInt(place))}`;
  // the account is followed by AE00, with letters as numbers
  const check = 98n - (BigInt(`${account}101400`) % 97n);
  return `AE${String(check).padStart(2, '0')}${account}`;
}

const selectApplication = statement(
  'sandbox.select-demo-application',
  'select application_id from merchants where acquirer_id = $1 and merchant_id = $2',
);

async function readApplicationId(tx: Tx, merchantId: string): Promise<string | undefined> {
  const rows = await tx.query<{ application_id: string }>(selectApplication, [DEMO_ACQUIRER_ID, merchantId]);
  return rows[0]?.application_id;
}
