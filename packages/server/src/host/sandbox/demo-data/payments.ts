import { exampleMessage } from '../example-message.ts';
import { type DemoCustomer, panOf } from './customers.ts';
import { type Choice, seededChoice } from './seeded-choice.ts';
import { CARD_TEST_SHOP, SHOPS, SHOPS_ABROAD, type Shop } from './shops.ts';

export const DEMO_DAYS = 30;

/** A message of a card network, and its later ending if it is approved. */
export interface DemoPayment {
  readonly customer: DemoCustomer;
  /** Minutes since the start of the day, in the time zone of the bank. */
  readonly minute: number;
  readonly shop: Shop;
  readonly amountMinor: number;
  readonly hasWrongExpiry: boolean;
  /** The identifier of the payment, which is the same at every start. */
  readonly number: number;
  readonly ending: 'completed' | 'reversed' | 'open';
}

/** The relative frequency of payments by hour: few at night, many at lunch and in the evening. */
const HOURS = [1, 0.6, 0.3, 0.2, 0.3, 0.8, 2, 4, 6, 6, 6, 7, 9, 9, 7, 6, 6, 8, 10, 12, 12, 9, 6, 3];
/** The day of the night on which fraudsters test stolen numbers. */
const NIGHT_OF_TESTS = 11;
const TESTS = 70;
const PER_DAY = 10_000;

/** Returns the payments of one day in order of time. Pure: each day has its own seed. */
export function paymentsOf(day: number, customers: readonly DemoCustomer[]): DemoPayment[] {
  const choice = seededChoice(7_000 + day);
  const usual = customers
    .filter(({ cameOn }) => cameOn < day)
    .flatMap((customer) =>
      Array.from({ length: countOf(customer.perDay, choice) }, () => usualPayment(customer, day, choice)),
    );
  const tests = day === NIGHT_OF_TESTS ? Array.from({ length: TESTS }, () => testOf(customers, choice)) : [];
  return [...usual, ...tests]
    .sort((one, other) => one.minute - other.minute)
    .map((payment, at) => ({ ...payment, number: day * PER_DAY + at }));
}

function countOf(perDay: number, choice: Choice): number {
  let count = 0;
  for (let threshold = Math.exp(-perDay), product = choice.share(); product > threshold; product *= choice.share())
    count += 1;
  return Math.min(count, 8);
}

type Unnumbered = Omit<DemoPayment, 'number'>;

function usualPayment(customer: DemoCustomer, day: number, choice: Choice): Unnumbered {
  const { travelsFrom } = customer;
  const isAway = travelsFrom !== undefined && day >= travelsFrom && day < travelsFrom + 7;
  const places = isAway ? SHOPS_ABROAD : SHOPS;
  const shop = places[choice.weighted(places.map(({ weight }) => weight))] as Shop;
  const around = shop.usualMinor * (0.35 + choice.share() ** 2 * 2.4);
  const step = shop.mcc === '6011' ? 5_000 : 25;
  return {
    customer,
    minute: choice.weighted(HOURS) * 60 + choice.share() * 60,
    shop,
    amountMinor: Math.max(step, Math.round(around / step) * step),
    hasWrongExpiry: choice.happens(0.006),
    ending: choice.happens(0.04) ? 'reversed' : choice.happens(0.93) ? 'completed' : 'open',
  };
}

/** Returns a card test: a small amount at night, usually with a guessed expiry. */
function testOf(customers: readonly DemoCustomer[], choice: Choice): Unnumbered {
  return {
    customer: choice.pick(customers.filter(({ cameOn }) => cameOn === 0)),
    minute: 130 + choice.share() * 35,
    shop: CARD_TEST_SHOP,
    amountMinor: choice.from(100, 700),
    hasWrongExpiry: choice.happens(0.85),
    ending: 'open',
  };
}

const WRONG_EXPIRY = '2801';

/** Returns the message that the network sends. */
export function paymentMessage(
  payment: DemoPayment,
  expiry: string,
  at: Date,
  localTime: string,
): Record<string, string> {
  const { customer, shop, amountMinor, number, hasWrongExpiry } = payment;
  const time = at.toISOString().replace(/\D/g, '').slice(0, 14);
  const amount = String(amountMinor).padStart(12, '0');
  return exampleMessage(
    { number: panOf(customer).reveal(), expiry: hasWrongExpiry ? WRONG_EXPIRY : expiry },
    {
      Transaction_Amount: amount,
      Transaction_Amount_Cardholder_Billing: amount,
      Transmission_Date_Time: time,
      Local_Date_Time: localTime,
      Capture_Date: time.slice(0, 8),
      System_Trace_Audit_Number: String(number % 1_000_000).padStart(6, '0'),
      Retrieval_Reference_Number: referenceOf(payment),
      Merchant_Type: shop.mcc,
      POS_Enty_Mode: shop.mode,
      POS_Condition_Code: shop.condition,
      Card_Acceptor_Terminal_ID: shop.id.slice(0, 4) + shop.id.slice(-4),
      Card_Acceptor_Identification_Code: shop.id,
      Card_Acceptor_Name_Location: `${shop.name.padEnd(23)}${shop.city.padEnd(15)}${shop.country}`,
      From_Account_No: '001000000000',
    },
  );
}

const FIRST_REFERENCE = 700_000_000_000;

/** The retrieval references of all generated payments. */
export const DEMO_REFERENCES = {
  first: BigInt(FIRST_REFERENCE),
  last: BigInt(FIRST_REFERENCE + (DEMO_DAYS + 1) * PER_DAY - 1),
};

export function referenceOf({ number }: DemoPayment): string {
  return String(FIRST_REFERENCE + number);
}
