import type { LiveCardStatus } from '@cardwright/contract';
import { dayOfDate, type ZoneDays } from './model-calendar.ts';
import { countriesOf, type ModelMessage } from './model-message.ts';
import type { ModelRestriction } from './model-rules.ts';

const FINAL: readonly string[] = ['LOST', 'STOLEN', 'CLOSED'];

interface ModelPlastic {
  /** YYMM */
  readonly expiry: string;
  readonly sequence: string;
}

/** A restriction as requested. */
export interface RestrictionRequest {
  readonly type: ModelRestriction['type'];
  readonly isAllowed?: boolean;
  /** YYYY-MM-DD */
  readonly endDate?: string;
  readonly countries?: string;
}

/** A card of an account, as docs/interface/cards.md and restrictions.md describe it. */
export class ModelCard {
  readonly restrictions: ModelRestriction[] = [];
  plastic: ModelPlastic;
  /** The plastic before a renewal. */
  earlier: ModelPlastic | undefined = undefined;
  status: LiveCardStatus = 'ACTIVE';
  readonly #days: ZoneDays;

  constructor(expiry: string, days: ZoneDays, sequence = '001') {
    this.plastic = { expiry, sequence };
    this.#days = days;
  }

  copyFrom({ plastic, earlier, status, restrictions }: ModelCard): void {
    Object.assign(this, { plastic, earlier, status });
    this.restrictions.push(...restrictions);
  }

  get isFinal(): boolean {
    return FINAL.includes(this.status);
  }

  /** The faults of a request for a restriction: field, error and text. */
  orderFaults({ type, isAllowed, endDate, countries }: RestrictionRequest, nowMs: number): string[] {
    const today = this.#days.date(this.#days.dayAt(nowMs));
    return [
      ...listFaults(type, isAllowed, countries),
      ...(endDate !== undefined && endDate < today ? ['end_date value_not_allowed: must not lie in the past'] : []),
    ];
  }

  /** Returns whether the restriction is accepted. */
  restrict(request: RestrictionRequest, nowMs: number): boolean {
    if (this.isFinal || this.orderFaults(request, nowMs).length > 0) return false;
    const { type, isAllowed, endDate, countries } = request;
    const allowedCountries = (countries ?? '').trim() === '' ? [] : (countriesOf(countries ?? '') ?? []);
    const endMs = endDate === undefined ? {} : { endMs: this.#days.midnight(dayOfDate(endDate) + 1) };
    const allowsAll = type === 'INTERNATIONAL_SPECIFIC_COUNTRIES';
    this.restrictions.push({ type, isAllowed: isAllowed ?? allowsAll, countries: allowedCountries, ...endMs });
    return true;
  }

  /** Restrictions that are in force or can come into force again, newest first. */
  restrictionsLeft(nowMs: number): ModelRestriction[] {
    const endOf = ({ endMs }: ModelRestriction) => endMs ?? Number.POSITIVE_INFINITY;
    return this.restrictions
      .filter((one, at) => {
        const later = this.restrictions.slice(at + 1).filter(({ type }) => type === one.type);
        return endOf(one) > nowMs && later.every((other) => endOf(other) < endOf(one));
      })
      .reverse();
  }

  /** Returns whether the card gets the requested status. */
  become(status: LiveCardStatus): boolean {
    if (this.isFinal && this.status !== status) return false;
    this.status = status;
    return true;
  }

  /**
   * Issues a new plastic under the same number, with the next sequence number and an expiry `months` ahead. Sequence
   * 999 is the last one. The plastic before a renewal is still valid; the one before a replacement is not.
   */
  renew(months: number, nowMs: number, isReplaced: boolean): boolean {
    const { expiry, sequence } = this.plastic;
    if (sequence === '999') return false;
    const today = this.#days.date(this.#days.dayAt(nowMs));
    const next = writtenMonth(monthNumber(today.slice(2, 4) + today.slice(5, 7)) + months);
    this.earlier = isReplaced ? undefined : this.plastic;
    this.plastic = {
      // The new expiry is never earlier than the previous one.
      expiry: monthNumber(next) < monthNumber(expiry) ? expiry : next,
      sequence: String(Number(sequence) + 1).padStart(3, '0'),
    };
    return true;
  }

  /** The plastic of the message: the current one, or the one before a renewal. */
  plasticOf({ expiry, sequence }: ModelMessage): ModelPlastic {
    const { plastic, earlier } = this;
    if (earlier === undefined || earlier.expiry !== expiry) return plastic;
    return Number(earlier.sequence) === Number(sequence) ? earlier : plastic;
  }

  /** The reason why the card itself declines a message. */
  refusal(message: ModelMessage, nowMs: number): string | undefined {
    if (this.status !== 'ACTIVE') return `CARD_${this.status}`;
    const plastic = this.plasticOf(message);
    const today = this.#days.date(this.#days.dayAt(nowMs));
    if (monthNumber(today.slice(2, 4) + today.slice(5, 7)) > monthNumber(plastic.expiry)) return 'CARD_EXPIRED';
    if (message.expiry !== plastic.expiry) return 'EXPIRY_MISMATCH';
    return Number(message.sequence) === Number(plastic.sequence) ? undefined : 'SEQUENCE_MISMATCH';
  }
}

/**
 * Countries are allowed for one type only. To decline, that type needs at least one country; an empty list lifts the
 * previous one.
 */
function listFaults(type: string, isAllowed: boolean | undefined, countries: string | undefined): string[] {
  const fault = (error: string, text: string) => [`allowed_values ${error}: ${text}`];
  if (type !== 'INTERNATIONAL_SPECIFIC_COUNTRIES') {
    return countries === undefined ? [] : fault('value_not_allowed', 'is for INTERNATIONAL_SPECIFIC_COUNTRIES only');
  }
  if ((countries ?? '').trim() !== '') {
    const areKnown = countriesOf(countries ?? '') !== undefined;
    return areKnown ? [] : fault('value_not_allowed', 'must be ISO 3166 country codes, comma separated');
  }
  const text = 'is mandatory for INTERNATIONAL_SPECIFIC_COUNTRIES with isAllowed false';
  return isAllowed === false ? fault('field_missing', text) : [];
}

/** The months of a YYMM date since the year 2000. */
function monthNumber(expiry: string): number {
  return Number(expiry.slice(0, 2)) * 12 + Number(expiry.slice(2)) - 1;
}

function writtenMonth(number: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(number / 12))}${two((number % 12) + 1)}`;
}
