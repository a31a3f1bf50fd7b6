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

/** A restriction as it is asked for. */
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
  /** The one before a renewal. */
  earlier: ModelPlastic | undefined = undefined;
  status: LiveCardStatus = 'ACTIVE';
  readonly #days: ZoneDays;

  constructor(expiry: string, days: ZoneDays) {
    this.plastic = { expiry, sequence: '001' };
    this.#days = days;
  }

  get isFinal(): boolean {
    return FINAL.includes(this.status);
  }

  /** Whether the restriction is accepted. */
  restrict({ type, isAllowed, endDate, countries }: RestrictionRequest, nowMs: number): boolean {
    const hasList = type === 'INTERNATIONAL_SPECIFIC_COUNTRIES';
    const listed = (countries ?? '').trim() === '' ? [] : countriesOf(countries ?? '');
    if (listed === undefined || (!hasList && countries !== undefined)) return false;
    // a list without countries lifts the one before; there is none of them to refuse
    if (hasList && listed.length === 0 && isAllowed === false) return false;
    const last = endDate === undefined ? undefined : dayOfDate(endDate);
    if (last !== undefined && last < this.#days.dayAt(nowMs)) return false;
    if (this.isFinal) return false;
    const endMs = last === undefined ? {} : { endMs: this.#days.midnight(last + 1) };
    this.restrictions.push({ type, isAllowed: isAllowed ?? hasList, countries: listed, ...endMs });
    return true;
  }

  /** Whether the card becomes what is asked. */
  become(status: LiveCardStatus): boolean {
    if (this.isFinal && this.status !== status) return false;
    this.status = status;
    return true;
  }

  /** A new plastic under the same number: the next sequence number, and an expiry so many months ahead. */
  renew(months: number, nowMs: number): void {
    const { expiry, sequence } = this.plastic;
    const today = this.#days.date(this.#days.dayAt(nowMs));
    const next = writtenMonth(monthNumber(today.slice(2, 4) + today.slice(5, 7)) + months);
    this.earlier = this.plastic;
    this.plastic = {
      // never earlier than the one before
      expiry: monthNumber(next) < monthNumber(expiry) ? expiry : next,
      sequence: String(Number(sequence) + 1).padStart(3, '0'),
    };
  }

  /** The plastic before a renewal, where the message comes from it. */
  plasticMeant({ expiry, sequence }: ModelMessage): ModelPlastic {
    const { plastic, earlier } = this;
    if (earlier === undefined || earlier.expiry !== expiry) return plastic;
    return Number(earlier.sequence) === Number(sequence) ? earlier : plastic;
  }

  /** Why the card itself refuses a message. */
  refusal(message: ModelMessage, nowMs: number): string | undefined {
    if (this.status !== 'ACTIVE') return `CARD_${this.status}`;
    const plastic = this.plasticMeant(message);
    const today = this.#days.date(this.#days.dayAt(nowMs));
    if (monthNumber(today.slice(2, 4) + today.slice(5, 7)) > monthNumber(plastic.expiry)) return 'CARD_EXPIRED';
    if (message.expiry !== plastic.expiry) return 'EXPIRY_MISMATCH';
    return Number(message.sequence) === Number(plastic.sequence) ? undefined : 'SEQUENCE_MISMATCH';
  }
}

/** Months of YYMM, counted from the year 2000. */
function monthNumber(expiry: string): number {
  return Number(expiry.slice(0, 2)) * 12 + Number(expiry.slice(2)) - 1;
}

function writtenMonth(number: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(number / 12))}${two((number % 12) + 1)}`;
}
