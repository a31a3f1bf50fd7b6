import { type EcommerceRequest, registerEndpoint } from '@cardwright/contract';
import { type createEcommerceAuthorizer, expireReservations } from '../../../issuing/authorization/index.ts';
import type { BackgroundThrottle } from '../../../platform/kernel/concurrency/background-throttle.ts';
import { requireValue } from '../../../platform/kernel/required.ts';
import { DEMO_BANK_ID } from '../demo-configuration.ts';
import type { SeedDeps } from '../fixtures/issue-fixtures.ts';
import { demoControlsOf } from './controls.ts';
import { type DemoCustomer, demoCustomers } from './customers.ts';
import { customControlsOf } from './demo-custom-controls.ts';
import { beginDemoData, recordDemoDay } from './demo-data-store.ts';
import { boardOfDay } from './demo-merchants.ts';
import { createDemoRequests, type DemoRequests, SANDBOX_BANK, SANDBOX_NETWORK } from './demo-requests.ts';
import { moveRulesOfDay } from './demo-rules.ts';
import { endPayment } from './endings.ts';
import { type CustomerCard, issueCustomerCard, readCustomerCards } from './issue-demo-cards.ts';
import { DEMO_DAYS, DEMO_REFERENCES, type DemoPayment, paymentMessage, paymentsOf } from './payments.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export interface FillDeps extends SeedDeps {
  /** Decides at the time of the last `decideAt` call. */
  readonly authorizer: ReturnType<typeof createEcommerceAuthorizer>;
  readonly decideAt: (at: Date) => void;
  readonly deadlineMs: number;
  /** Pauses after a chunk of work for as long as traffic needs. */
  readonly throttle: BackgroundThrottle;
  readonly reservationDays: number;
  readonly stopped: AbortSignal;
}

/** An event at a minute of a day. */
interface Event {
  readonly minute: number;
  run(at: Date): Promise<void>;
}

/**
 * Fills the sandbox with a month of its bank and its acquirer, from 30 days ago to now, through the operations of
 * callers, each at its own time (docs/interface/sandbox.md#a-month-of-data). Works day by day, so that the next start
 * continues an interrupted one. The ids identify what is already done of an interrupted day.
 * @returns false if the work was stopped or there was nothing to do
 */
export async function fillDemoData(deps: FillDeps): Promise<boolean> {
  const { calendar } = requireValue(deps.banks.bank(DEMO_BANK_ID), 'the demo bank');
  const firstDay = calendar.localDate(new Date(deps.clock.now().getTime() - DEMO_DAYS * DAY_MS));
  const { began_at: began, days_done: daysFilled } = await beginDemoData(deps.database, calendar.startOfDay(firstDay));
  if (daysFilled > DEMO_DAYS) return false;
  const requests = createDemoRequests(deps);
  const customers = demoCustomers();
  const cards = await readCustomerCards(deps.database, deps.vault, customers);
  for (let day = daysFilled; day <= DEMO_DAYS && !deps.stopped.aborted; day++) {
    const timeOf = (minute: number) => new Date(began.getTime() + day * DAY_MS + minute * MINUTE_MS);
    if (day === 1) await addFailingEndpoint(requests, timeOf(0));
    await boardOfDay(deps, requests, day, timeOf);
    const morning = timeOf(7 * 60);
    if (morning <= deps.clock.now()) await moveRulesOfDay(requests, day, morning);
    if (!(await runDay({ deps, requests, customers, cards }, day, timeOf))) return false;
    await recordDemoDay(deps.database, day + 1);
  }
  return !deps.stopped.aborted;
}

interface Filling {
  readonly deps: FillDeps;
  readonly requests: DemoRequests;
  readonly customers: readonly DemoCustomer[];
  readonly cards: Map<number, CustomerCard>;
}

/** Returns false if the work was stopped. */
async function runDay(filling: Filling, day: number, timeOf: (minute: number) => Date): Promise<boolean> {
  const { deps } = filling;
  for (const event of eventsOf(filling, day)) {
    if (deps.stopped.aborted) return false;
    // the last day ends at the current time
    if (timeOf(event.minute) > deps.clock.now()) break;
    const beganAt = performance.now();
    await event.run(timeOf(event.minute));
    await deps.throttle(performance.now() - beganAt);
  }
  return true;
}

function eventsOf({ deps, requests, customers, cards }: Filling, day: number): Event[] {
  const cardOf = ({ place }: DemoCustomer) => requireValue(cards.get(place), 'the card of a customer who came before');
  const arrivals = customers
    .filter(({ cameOn }) => cameOn === day)
    .map((customer, at) => ({
      minute: 6 * 60 + at * 2,
      run: async (time: Date) => {
        if (!cards.has(customer.place)) cards.set(customer.place, await issueCustomerCard(requests, customer, time));
      },
    }));
  const changes = demoControlsOf(day, customers).map(({ customer, minute, send }, at) => ({
    minute,
    run: (time: Date) => send(requests, cardOf(customer), time, `DATAD${two(day)}${two(at)}`),
  }));
  const own = customControlsOf(day, customers).map(({ minute, customer, send }) => ({
    minute,
    run: (time: Date) => send(requests, customer && cardOf(customer), time),
  }));
  const payments = day === 0 ? [] : paymentsOf(day, customers);
  const decisions = payments.map((payment) => ({
    minute: payment.minute,
    run: (time: Date) => pay(deps, payment, cardOf(payment.customer), time),
  }));
  const late = (day <= 1 ? [] : paymentsOf(day - 1, customers)).filter(({ ending }) => ending === 'completed');
  const endings = [
    // one run completes these payments the next morning
    ...late.map((payment, at) => ({
      minute: 150 + at * 0.05,
      run: (time: Date) => endPayment(requests, payment, time),
    })),
    ...payments
      .filter(({ ending, minute }) => ending === 'reversed' && minute < 1_380)
      .map((payment) => ({ minute: payment.minute + 40, run: (time: Date) => endPayment(requests, payment, time) })),
  ];
  const bank = requireValue(deps.banks.bank(DEMO_BANK_ID), 'the demo bank');
  const expiry = {
    minute: 1_430,
    run: async (time: Date) => {
      const generated = { kind: 'inside', ...DEMO_REFERENCES } as const;
      await expireReservations(deps, bank, deps.reservationDays, () => time, generated);
    },
  };
  return [...arrivals, ...changes, ...own, ...decisions, ...endings, expiry].sort(
    (one, other) => one.minute - other.minute,
  );
}

async function pay(deps: FillDeps, payment: DemoPayment, card: CustomerCard, at: Date): Promise<void> {
  const { calendar } = requireValue(deps.banks.bank(DEMO_BANK_ID), 'the demo bank');
  const message = paymentMessage(payment, card.expiry, at, calendar.headerTime(at).slice(11));
  deps.decideAt(at);
  const deadline = performance.now() + deps.deadlineMs;
  await deps.authorizer.authorize(message as unknown as EcommerceRequest, SANDBOX_NETWORK, deadline);
}

/** Adds an endpoint that does not respond, next to the sandbox's own endpoint. */
async function addFailingEndpoint(requests: DemoRequests, at: Date): Promise<void> {
  const body = { url: 'http://127.0.0.1:9/token-notifications', description: 'Core banking, which is down' };
  await requests.rest(registerEndpoint.id, { caller: SANDBOX_BANK, at, body, key: 'DATAENDPOINT' });
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
