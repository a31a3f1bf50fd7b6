import type { Calendar } from './calendar.ts';
import type { Currency } from './money.ts';

/** A bank as every capability sees it: the tenant. */
export interface Bank {
  readonly bankId: string;
  readonly bankCode: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly currency: Currency;
  readonly calendar: Calendar;
  /** Makes security_name and zip mandatory (spec §2.7). */
  readonly fraudMonitoring: boolean;
}
