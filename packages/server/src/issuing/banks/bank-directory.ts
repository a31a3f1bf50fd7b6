import type { Bank, BankDecisionPartner, CardControl } from '../../platform/kernel/bank.ts';
import { currency } from '../../platform/kernel/money.ts';
import { addOwnBins } from '../../platform/kernel/own-bins.ts';
import { type Calendar, createCalendar } from '../../platform/kernel/time/calendar.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { type BankRow, readBanks, type StoredCardControl, type StoredPartner } from './bank-store.ts';
import { type ProductRow, readProducts } from './product-store.ts';

export interface Product {
  readonly bankId: string;
  readonly productCode: string;
  readonly name: string;
  readonly cardType: 'PREPAID' | 'CREDIT' | 'DEBIT';
  readonly bin: string;
  readonly cardNumberLength: number;
  readonly validityMonths: number;
  /** Physical cards are renewed this many months before they expire; undefined if the product has no automatic renewal. */
  readonly renewalMonthsBefore: number | undefined;
  readonly canActivate: boolean;
  /** Permissions 1 to 5. */
  readonly permissions: readonly boolean[];
}

/**
 * Banks and products in memory: every message needs them, and they change only by configuration. `reload` reads changes
 * that another server's configuration made.
 */
export interface BankDirectory {
  bank(bankId: string): Bank | undefined;
  allBankIds(): readonly string[];
  product(bankId: string, productCode: string): Product | undefined;
  productsOf(bankId: string): readonly Product[];
  /**
   * Finds the bank by the BIN of a card number; the longest matching BIN wins. Digits after the eighth are ignored. A
   * masked number has six known digits: a longer BIN matches if only one bank has a BIN that begins with them.
   */
  bankOfNumber(leadingDigits: string): Bank | undefined;
  /** The BINs of all banks: the same array until the next reload, because masking caches results by it. */
  numberRanges(): readonly string[];
  reload(): Promise<void>;
}

const BIN_LENGTHS = [8, 7, 6];

export async function openBankDirectory(tx: Tx): Promise<BankDirectory> {
  let banks = new Map<string, Bank>();
  let products = new Map<string, Product>();
  let bankOfBin = new Map<string, string>();
  let bins: readonly string[] = [];
  // banks of one time zone share a calendar and its cache across reloads
  const calendars = new Map<string, Calendar>();
  const calendarOf = ({ time_zone: timeZone, cut_off: cutOff }: BankRow) => {
    const key = `${timeZone} ${cutOff}`;
    const calendar = calendars.get(key) ?? createCalendar(timeZone, cutOff);
    calendars.set(key, calendar);
    return calendar;
  };
  const directory: BankDirectory = {
    bank: (bankId) => banks.get(bankId),
    allBankIds: () => [...banks.keys()],
    product: (bankId, productCode) => products.get(productKey(bankId, productCode)),
    productsOf: (bankId) => [...products.values()].filter((product) => product.bankId === bankId),
    bankOfNumber(leadingDigits) {
      for (const length of BIN_LENGTHS) {
        const bankId = bankOfBin.get(leadingDigits.slice(0, length));
        if (bankId !== undefined) return banks.get(bankId);
      }
      const longer = [...bankOfBin].filter(([bin]) => leadingDigits !== '' && bin.startsWith(leadingDigits));
      const [bankId, another] = new Set(longer.map(([, owner]) => owner));
      return bankId === undefined || another !== undefined ? undefined : banks.get(bankId);
    },
    numberRanges: () => bins,
    async reload() {
      const bankRows = await readBanks(tx);
      const productRows = await readProducts(tx);
      banks = new Map(bankRows.map((row) => [row.bank_id, toBank(row, calendarOf(row))]));
      products = new Map(productRows.map((row) => [productKey(row.bank_id, row.product_code), toProduct(row)]));
      bankOfBin = new Map(productRows.map((row) => [row.bin, row.bank_id]));
      bins = [...bankOfBin.keys()];
      addOwnBins(bins);
    },
  };
  await directory.reload();
  return directory;
}

function productKey(bankId: string, productCode: string): string {
  return `${bankId}/${productCode}`;
}

function toBank(row: BankRow, calendar: Calendar): Bank {
  const money = currency(row.currency);
  if (money === undefined) throw new Error(`bank ${row.bank_id}: ISO 4217 has no currency ${row.currency}`);
  return {
    bankId: row.bank_id,
    bankCode: row.bank_code,
    country: row.country,
    currency: money,
    calendar,
    fraudMonitoring: row.fraud_monitoring,
    cardControl: toCardControl(row.card_control),
    paymentExceptions: (row.card_control.payment_exceptions ?? []).map((grant) => ({
      role: grant.role,
      maxAmount: grant.max_amount,
      currency: grant.currency ?? money.code,
      perDay: Number(grant.per_day),
    })),
    notificationTemplates: row.notification_templates,
    bureauKey: row.embossing?.public_key,
    secondPerson: row.second_person ?? undefined,
    decisionPartner: row.decision_partner === null ? undefined : toPartner(row.decision_partner),
  };
}

function toPartner({ url, deadline_ms, ask, stand_in, breaker, provisioning }: StoredPartner): BankDecisionPartner {
  return {
    url,
    deadlineMs: deadline_ms,
    callPolicy: ask,
    standIn: { approveUpTo: stand_in.approve_up_to, perDay: stand_in.per_day },
    breaker: { failuresInARow: breaker.failures_in_a_row, failuresOfLast100: breaker.failures_of_last_100 },
    provisioning: provisioning && { standIn: provisioning.stand_in },
  };
}

/** The default windows are a week, a year and the lifetime (docs/interface/card-settings.md#windows). */
const OWN_WINDOWS = ['WEEKLY', 'YEARLY', 'LIFETIME'] as const;

export function toCardControl(stored: StoredCardControl): CardControl {
  const windows = stored.limit_windows ?? OWN_WINDOWS;
  const categoriesOf = (number: '1' | '2' | '3') => {
    const configured = stored.functions?.find((one) => one.function === number);
    return configured === undefined ? undefined : new Set(configured.merchant_categories.flatMap(categoryRange));
  };
  return {
    windows: [windows[0] ?? 'WEEKLY', windows[1] ?? 'YEARLY', windows[2] ?? 'LIFETIME'],
    unreadableCountry: stored.unreadable_country ?? 'foreign',
    functions: [categoriesOf('1'), categoriesOf('2'), categoriesOf('3')],
    merchantGroups: new Map(
      stored.merchant_groups?.map(({ id, name, effect, merchant_categories: categories }) => [
        id,
        { name, effect, categories: new Set(categories.flatMap(categoryRange)) },
      ]),
    ),
    resourceStrings: new Map(stored.resource_strings?.map(({ app_name: appName, strings }) => [appName, strings])),
  };
}

/** Returns all codes of a range such as `3000-3299`, or a single code such as `5411`. */
function categoryRange(text: string): string[] {
  const [first, last = first] = text.split('-') as [string, string?];
  const count = Number(last) - Number(first) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => String(Number(first) + at).padStart(4, '0'));
}

function toProduct(row: ProductRow): Product {
  return {
    bankId: row.bank_id,
    productCode: row.product_code,
    name: row.name,
    cardType: row.card_type,
    bin: row.bin,
    cardNumberLength: row.card_number_length,
    validityMonths: row.validity_months,
    renewalMonthsBefore: row.renewal_months_before ?? undefined,
    canActivate: row.can_activate,
    permissions: row.permissions,
  };
}
