import type { RestrictionType } from '@cardwright/contract';
import { readCountries } from '../../platform/kernel/country.ts';
import type { Calendar } from '../../platform/kernel/time/calendar.ts';

/** One entry of a card's restrictions (docs/interface/restrictions.md). Pure. */
export interface Restriction {
  readonly type: RestrictionType;
  readonly isAllowed: boolean;
  /** The instant at which the entry ends, in milliseconds since 1970. */
  readonly endsAtMs?: number;
  /** Alpha-2 codes, for INTERNATIONAL_SPECIFIC_COUNTRIES; without countries, the entry lifts the list. */
  readonly countries?: readonly string[];
}

/** The entries of a card that are in force or can come into force, newest first. */
export type Restrictions = readonly Restriction[];

/** A requested restriction. */
export interface RestrictionOrder {
  readonly type: RestrictionType;
  readonly isAllowed: boolean | undefined;
  /** YYYY-MM-DD, the last day in force. */
  readonly endDate: string | undefined;
  readonly allowedValues: string | undefined;
}

/** Converts a checked order to an entry. */
export function toRestriction(order: RestrictionOrder, calendar: Calendar): Restriction {
  const countries = namesCountries(order.allowedValues) ? readCountries(order.allowedValues) : undefined;
  return {
    type: order.type,
    isAllowed: isAllowedOf(order),
    ...(order.endDate !== undefined && { endsAtMs: calendar.endOfDay(order.endDate) }),
    ...(countries !== undefined && { countries }),
  };
}

/** Whether the list names a country; a list that names none lifts the card's list. */
export function namesCountries(allowedValues: string | undefined): allowedValues is string {
  return allowedValues !== undefined && allowedValues.trim() !== '';
}

/** Returns false by default, but true for a list of countries, because such a list exists to allow countries. */
export function isAllowedOf(order: Pick<RestrictionOrder, 'type' | 'isAllowed'>): boolean {
  return order.isAllowed ?? order.type === 'INTERNATIONAL_SPECIFIC_COUNTRIES';
}

export function isInForce({ endsAtMs }: Restriction, now: Date): boolean {
  return endsAtMs === undefined || now.getTime() < endsAtMs;
}

/**
 * Puts an entry before all others. Drops entries that can never come into force again: those that have ended, and those
 * that end no later than a newer entry of their type.
 */
export function addRestriction(restrictions: Restrictions, added: Restriction, now: Date): Restrictions {
  const until = added.endsAtMs ?? Number.POSITIVE_INFINITY;
  const isOutlived = (older: Restriction) => older.type === added.type && (older.endsAtMs ?? Infinity) <= until;
  return [added, ...restrictions.filter((older) => isInForce(older, now) && !isOutlived(older))];
}

/** Returns the effective entry of a type: the newest one in force. */
export function entryInForce(restrictions: Restrictions, type: RestrictionType, now: Date): Restriction | undefined {
  // no closure, because this function runs ten times for every message
  for (const entry of restrictions) if (entry.type === type && isInForce(entry, now)) return entry;
  return undefined;
}
