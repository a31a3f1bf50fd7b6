import { type JsonObject, setLimit, setProgram, updateSettings } from '@cardwright/contract';
import type { DemoCustomer } from './customers.ts';
import { type DemoRequests, SANDBOX_BANK } from './demo-requests.ts';
import type { CustomerCard } from './issue-demo-cards.ts';

/** A program or a limit that the bank sets at a minute of a day. */
export interface CustomControl {
  readonly minute: number;
  /** The customer whose card the control applies to; undefined if it applies to a product. */
  readonly customer?: DemoCustomer;
  send(requests: DemoRequests, card: CustomerCard | undefined, at: Date): Promise<void>;
}

/** A product for which no guide sets a program, so that the first version here is version 1. */
const PRODUCT = 'CREDIT-GOLD';
const BEFORE = 2;
const FIRST_DAY = 3;
const SECOND_DAY = 17;

const cashInAWeek = (max: string) => ({
  ...{ id: 'CASH_7_DAYS', level: 'account', measure: 'amount', window: { sliding: 604_800 }, max },
  where: { field: 'mcc', op: 'eq', value: '6011' },
});
const SHARED: readonly JsonObject[] = [
  {
    ...{ id: 'ABROAD_A_DAY', level: 'program', measure: 'amount', window: { calendar: 'day' }, max: '1200.00' },
    where: { field: 'isForeign', op: 'eq', value: true },
  },
  {
    // this limit stops the card tests of one night
    ...{ id: 'GIFT_CARDS_A_DAY', level: 'bank', measure: 'count', of: 'both', window: { calendar: 'day' }, max: '20' },
    where: { field: 'mcc', op: 'eq', value: '5947' },
  },
];

const FIRST_VERSION = {
  defaults: { dailyLimit: '4000.00', cashTransactionLimit: '1000.00', fallbackStatus: 'OFF' },
  ceilings: { dailyLimit: '20000.00', cashTransactionLimit: '3000.00' },
  limits: [cashInAWeek('1500.00'), ...SHARED],
};
const SECOND_VERSION = {
  defaults: { ...FIRST_VERSION.defaults, dailyLimit: '6000.00' },
  ceilings: { ...FIRST_VERSION.ceilings, monthlyLimit: '60000.00' },
  limits: [cashInAWeek('2000.00'), ...SHARED],
};
/** A value that the bank sets before a ceiling exists. It stays in force, but cannot be set again. */
const ABOVE_CEILING = { dailyLimit: '25000.00' };

/** The limits for three cards. These cards are used often, so that each limit declines something. */
const LIMITS: readonly JsonObject[] = [
  {
    ...{ id: 'ONLINE_A_MONTH', measure: 'amount', window: { calendar: 'month' }, max: '150.00' },
    where: { field: 'channel', op: 'eq', value: 'ECOM' },
  },
  { id: 'OFTEN', measure: 'count', of: 'both', window: { sliding: 604_800 }, max: '12' },
  { id: 'MERCHANTS_A_MONTH', measure: 'merchants', window: { calendar: 'month' }, max: '6' },
];

/** Returns the custom controls of a day. Pure. */
export function customControlsOf(day: number, customers: readonly DemoCustomer[]): CustomControl[] {
  if (day === SECOND_DAY) return [version(SECOND_VERSION, 'DATAPROGRAM2')];
  const busy = customers.filter(({ cameOn, perDay }) => cameOn === 0 && perDay >= 1.5);
  if (day === BEFORE) return aboveCeiling(busy.find(({ product }) => product.code === PRODUCT));
  if (day !== FIRST_DAY) return [];
  return [version(FIRST_VERSION, 'DATAPROGRAM1'), ...LIMITS.flatMap((terms, at) => limitOn(busy[at], terms, at))];
}

function version(body: JsonObject, key: string): CustomControl {
  return {
    minute: 8 * 60,
    async send(requests, _card, at) {
      await requests.rest(setProgram.id, { caller: SANDBOX_BANK, at, params: { product_code: PRODUCT }, body, key });
    },
  };
}

function aboveCeiling(customer: DemoCustomer | undefined): CustomControl[] {
  if (customer === undefined) return [];
  const send: CustomControl['send'] = async (requests, card, at) => {
    if (card === undefined) return;
    const body = { accountNumber: card.exid, cardSettings: ABOVE_CEILING };
    await requests.envelope(updateSettings.id, 'DATAABOVE', body, at);
  };
  return [{ minute: 8 * 60, customer, send }];
}

function limitOn(customer: DemoCustomer | undefined, terms: JsonObject, place: number): CustomControl[] {
  if (customer === undefined) return [];
  const send: CustomControl['send'] = async (requests, card, at) => {
    if (card === undefined) return;
    const body = { ...terms, level: 'card', card_identifier_id: card.exid };
    await requests.rest(setLimit.id, { caller: SANDBOX_BANK, at, body, key: `DATALIMIT${place}` });
  };
  return [{ minute: 8 * 60 + 5 + place, customer, send }];
}
