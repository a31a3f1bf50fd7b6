import { changeProgram, type InsuranceCode } from '@cardwright/contract';
import { readInsuranceProducts } from '../../issuing/insurance/index.ts';
import type { Caller } from '../../platform/access/index.ts';
import { requireValue } from '../../platform/kernel/required.ts';
import type { Clock } from '../../platform/kernel/time/clock.ts';
import { type RestImplementation, type RunnerDeps, runRest } from '../../platform/operation/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { DEMO_BANK_ID } from './demo-configuration.ts';

/** A fixture card with its identifiers in the interface and in the database. */
export interface FixtureCard {
  exid: string;
  account_id: bigint;
  card_id: bigint;
}

export interface FixtureProgram {
  /** The EXID of the card that holds the program. */
  exid: string;
  code: string;
  name: string;
  is_active: string;
  status_code: string;
}

/** The steps enroll the card in all three programs and cancel the second one. A repeat completes an interrupted start. */
const STEPS: readonly { code: InsuranceCode; body: object }[] = [
  { code: '02', body: { is_active: 'ACTIVE' } },
  { code: '02', body: { is_active: 'CANCELLED', requested_by: 'CARDHOLDER' } },
  { code: '01', body: { is_active: 'ACTIVE' } },
  { code: '03', body: { is_active: 'ACTIVE' } },
];
const PROGRAMS = new Set(STEPS.map(({ code }) => code)).size;

export interface InsureDeps extends RunnerDeps {
  readonly clock: Clock;
  readonly operations: { readonly rest: readonly RestImplementation[] };
}

/** Enrolls a card through the operation that a bank calls, unless the card is enrolled already. */
export async function insureCard(deps: InsureDeps, caller: Caller, card: FixtureCard): Promise<void> {
  if ((await readInsuranceProducts(deps.database, DEMO_BANK_ID, card)).length === PROGRAMS) return;
  const operation = requireValue(
    deps.operations.rest.find(({ contract }) => contract.id === changeProgram.id),
    'an operation of the contract',
  );
  const headers = { 'Unique-Reference-Code': 'SANDBOX', 'Channel-Id': 'SANDBOX', 'Financial-Id': DEMO_BANK_ID };
  for (const { code, body } of STEPS) {
    const input = { params: { card_identifier_id: card.exid, code }, query: {}, headers, body };
    const callContext = { caller, now: deps.clock.now(), requestId: 'sandbox' };
    const result = await runRest(deps, operation, input, callContext);
    if (!result.ok) throw new Error(`the sandbox could not be set up: program ${code} answered ${result.error}`);
  }
}

export async function listFixturePrograms(tx: Tx, cards: readonly FixtureCard[]): Promise<FixtureProgram[]> {
  const programs: FixtureProgram[] = [];
  for (const card of cards) {
    for (const { code, name, is_active, status_code } of await readInsuranceProducts(tx, DEMO_BANK_ID, card)) {
      programs.push({ exid: card.exid, code, name, is_active, status_code });
    }
  }
  return programs;
}
