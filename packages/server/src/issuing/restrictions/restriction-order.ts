import {
  type BodyError,
  type Finding,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  RESTRICTION_TYPES,
} from '@cardwright/contract';
import { readCountries } from '../../platform/kernel/country.ts';
import { namesCountries } from './restriction.ts';

/**
 * Returns the faults of an order's countries that its schema cannot find: only one type accepts countries. If the type
 * or the list breaks its schema, only the schema reports it.
 */
export function countryFindings(body: unknown): Finding<BodyError>[] {
  const { restriction_type: type, allowed_values: allowedValues, isAllowed } = restrictionOf(body);
  const fault = (error: BodyError, message: string) => [{ path: 'body.restriction.allowed_values', error, message }];
  if (!(RESTRICTION_TYPES as readonly unknown[]).includes(type)) return [];
  if (type !== 'INTERNATIONAL_SPECIFIC_COUNTRIES') {
    return allowedValues === undefined
      ? []
      : fault('value_not_allowed', 'is for INTERNATIONAL_SPECIFIC_COUNTRIES only');
  }
  if (allowedValues === undefined || (typeof allowedValues === 'string' && !namesCountries(allowedValues))) {
    // without countries the order lifts the list; refusing no countries would have no meaning
    const message = 'is mandatory for INTERNATIONAL_SPECIFIC_COUNTRIES with isAllowed false';
    return isAllowed === false ? fault('field_missing', message) : [];
  }
  return typeof allowedValues === 'string' && readCountries(allowedValues) === undefined
    ? fault('value_not_allowed', 'must be ISO 3166 country codes, comma separated')
    : [];
}

/** @param today the bank's local date */
export function endDateFindings(body: unknown, today: string): Finding<BodyError>[] {
  const { end_date: endDate } = restrictionOf(body);
  if (typeof endDate !== 'string' || endDate >= today) return [];
  return [{ path: 'body.restriction.end_date', error: 'value_not_allowed', message: 'must not lie in the past' }];
}

/** Returns an empty object if the body or the order is not an object, which the schema reports. */
function restrictionOf(body: unknown): JsonObject {
  if (!isJsonObject(body as JsonValue) || !isJsonObject((body as JsonObject).restriction)) return {};
  return (body as JsonObject).restriction as JsonObject;
}
