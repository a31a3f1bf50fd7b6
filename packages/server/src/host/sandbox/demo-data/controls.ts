import {
  changeProgram,
  changeStatus,
  type JsonObject,
  provisionToken,
  setRestriction,
  suspendToken,
  updateSettings,
} from '@cardwright/contract';
import { DEMO_BANK_ID } from '../demo-configuration.ts';
import type { DemoCustomer } from './customers.ts';
import { type DemoRequests, SANDBOX_BANK } from './demo-requests.ts';
import type { CustomerCard } from './issue-demo-cards.ts';
import { type Choice, seededChoice } from './seeded-choice.ts';

const SETTINGS: readonly JsonObject[] = [
  { dailyLimit: '600.00' },
  { dailyLimit: '1500.00', cashTransactionLimit: '500.00' },
  { cardNotPresentTransactionLimit: '150.00' },
  { ecomStatus: 'OFF' },
  { recurringStatus: 'OFF', ecomStatus: 'ON' },
  { cashStatus: 'OFF' },
  { function1Status: 'OFF' },
  { monthlyLimit: '4000.00' },
  { ecomStatus: 'ON_FOR_ONE' },
  { cardPresentAllowAnyForeign: 'false' },
];
const RESTRICTIONS: readonly JsonObject[] = [
  { restriction_type: 'ECOM', isAllowed: false },
  { restriction_type: 'ATM', isAllowed: false },
  { restriction_type: 'INTERNATIONAL', isAllowed: false },
  { restriction_type: 'INTERNATIONAL_SPECIFIC_COUNTRIES', isAllowed: true, allowed_values: 'FR,GB,TR' },
];
/** The block statuses of cards. The bank unblocks some of these cards the next day. */
const STATUSES = ['BLOCKED', 'BLOCKED', 'BLOCKED', 'LOST', 'STOLEN', 'CLOSED'] as const;

type Send = (requests: DemoRequests, card: CustomerCard, at: Date, id: string) => Promise<void>;

/** A change of a card or its account by the bank, at a minute of a day. */
export interface DemoControl {
  readonly customer: DemoCustomer;
  readonly minute: number;
  readonly send: Send;
}

/** Returns the changes of one day in order of time. Pure: each day has its own seed. */
export function demoControlsOf(day: number, customers: readonly DemoCustomer[]): DemoControl[] {
  const choice = seededChoice(9_000 + day);
  const here = customers.filter(({ cameOn }) => cameOn < day);
  if (here.length === 0) return [];
  const count = choice.from(6, 12);
  const changes = Array.from({ length: count }, () => ({
    customer: choice.pick(here),
    minute: 8 * 60 + choice.share() * 600,
    send: anyChange(choice),
  }));
  return changes.sort((one, other) => one.minute - other.minute);
}

function anyChange(choice: Choice): Send {
  switch (choice.weighted([10, 4, 3, 2, 1.2, 0.8])) {
    case 0:
      return setting(choice.pick(SETTINGS));
    case 1:
      return restriction(choice.pick(RESTRICTIONS));
    case 2:
      return token(choice.happens(0.2));
    case 3:
      return insurance(choice.pick(['01', '02', '03']));
    case 4:
      return status('ACTIVE');
    default:
      return status(choice.pick(STATUSES));
  }
}

/** Returns a step that sends a setting for a card, which applies to its account. */
function setting(cardSettings: JsonObject): Send {
  return async (requests, card, at, id) => {
    const body = { accountNumber: card.exid, cardSettings };
    await requests.envelope(updateSettings.id, id, body, at);
  };
}

function restriction(what: JsonObject): Send {
  return async (requests, card, at, id) => {
    const body = { ...identifierOf(card), restriction: what };
    await requests.envelopeOrNothing(setRestriction.id, id, body, at);
  };
}

function status(value: string): Send {
  return async (requests, card, at, id) => {
    const body = { ...identifierOf(card), status: { type: 'card_status', value } };
    await requests.envelopeOrNothing(changeStatus.id, id, body, at);
  };
}

function token(isSuspended: boolean): Send {
  return async (requests, card, at, id) => {
    const why = { requested_by: 'CARDHOLDER', reason_code: 'NEW_DEVICE' };
    const wallet = { requestor_id: '4000000001', requestor_name: 'Demo Wallet', device_type: 'PHONE' };
    const body = { ...identifierOf(card), ...wallet, activation: 'NONE', ...why };
    const token = await requests.rest<{ token_reference: string }>(provisionToken.id, {
      ...{ caller: SANDBOX_BANK, at, body, key: id },
    });
    if (token === undefined || !isSuspended) return;
    await requests.rest(suspendToken.id, {
      caller: SANDBOX_BANK,
      at: new Date(at.getTime() + 60_000),
      params: { token_reference: token.token_reference },
      body: { requested_by: 'CARDHOLDER', reason_code: 'LOST_DEVICE' },
      key: `${id}S`,
    });
  };
}

function insurance(code: string): Send {
  return async (requests, card, at, id) => {
    const headers = { 'Unique-Reference-Code': id, 'Channel-Id': 'BRANCH', 'Financial-Id': DEMO_BANK_ID };
    const params = { card_identifier_id: card.exid, code };
    await requests.rest(changeProgram.id, { caller: SANDBOX_BANK, at, params, headers, body: { is_active: 'ACTIVE' } });
  };
}

function identifierOf({ exid }: CustomerCard) {
  return { card_identifier_id: exid, card_identifier_type: 'EXID' };
}
