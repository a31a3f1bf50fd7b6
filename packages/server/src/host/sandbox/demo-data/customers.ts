import { Pan } from '../../../platform/vault/index.ts';
import { seededChoice } from './seeded-choice.ts';

/** A customer of the sandbox with one account and one card. */
export interface DemoCustomer {
  readonly place: number;
  readonly customerId: string;
  readonly first: string;
  readonly last: string;
  readonly product: (typeof PRODUCTS)[number];
  readonly opening: string;
  /** The day of the past month on which the customer joined. */
  readonly cameOn: number;
  /** The average number of payments a day. */
  readonly perDay: number;
  readonly travelsFrom: number | undefined;
}

export const CUSTOMER_COUNT = 200;
/** The number of customers who joined before the month of data. */
const FIRST_CUSTOMERS = 170;

const PRODUCTS = [
  { code: 'DEBIT-CLASSIC', type: 'DEBIT', bin: '400000' },
  { code: 'CREDIT-GOLD', type: 'CREDIT', bin: '510000' },
  { code: 'PREPAID-BASIC', type: 'PREPAID', bin: '410000' },
] as const;
const OPENINGS = [
  ['6000.00', '15000.00', '28000.00'],
  ['20000.00', '40000.00', '75000.00'],
  ['400.00', '900.00', '1500.00'],
] as const;

const FIRST =
  `Aisha Ahmed Ali Amal Bilal Dana Fatima Faisal Ghada Hamad Hana Hessa Ibrahim Iman Jamal Khalid Latifa Lina Maha
 Majid Maryam Mona Nadia Nasser Noura Omar Rashid Reem Saeed Salma Sami Sara Sultan Tariq Yasmin Youssef Zaid Zainab Anita
 Arjun Daniel Elena Grace James Liam Maria Priya Rahul Sofia Thomas`.split(/\s+/);
const LAST =
  `Al Ali|Al Blooshi|Al Falasi|Al Hosani|Al Ketbi|Al Mansoori|Al Marri|Al Mazrouei|Al Nuaimi|Al Shamsi|Darwish|Fares|
Haddad|Hamdan|Jaber|Khoury|Mahmoud|Mansour|Nasr|Qasim|Rahman|Saleh|Sharif|Toma|Yusuf|Fernandes|Garcia|Khan|Kumar|Patel|
Reyes|Santos|Sharma|Silva|Smith|Wilson`
    .replaceAll('\n', '')
    .split('|');

/** Returns the same customers at every start. */
export function demoCustomers(): DemoCustomer[] {
  const choice = seededChoice(1_630);
  return Array.from({ length: CUSTOMER_COUNT }, (_, place) => {
    const kind = choice.weighted([6, 3, 1]);
    return {
      place,
      customerId: `DEMO-${String(place + 1001)}`,
      first: choice.pick(FIRST),
      last: choice.pick(LAST),
      product: PRODUCTS[kind as 0 | 1 | 2],
      opening: choice.pick(OPENINGS[kind as 0 | 1 | 2]),
      cameOn:
        place < FIRST_CUSTOMERS
          ? 0
          : 1 + Math.floor(((place - FIRST_CUSTOMERS) * 28) / (CUSTOMER_COUNT - FIRST_CUSTOMERS)),
      perDay: choice.pick([0.2, 0.4, 0.6, 0.8, 1, 1.5]),
      travelsFrom: choice.happens(0.06) ? choice.from(4, 21) : undefined,
    };
  });
}

/** Returns the number of a customer's card, which is the same at every start. */
export function panOf({ place, product }: DemoCustomer): Pan {
  return Pan.generate(product.bin, 16, () => String(300_000_001 + place));
}
