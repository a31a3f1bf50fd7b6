import type { BodyError, Finding, SetTokenControls } from '@cardwright/contract';
import { countryOf } from '../../../platform/kernel/country.ts';
import { parseAmount } from '../../../platform/kernel/money.ts';
import type { ControlList, ControlsOfToken } from './controls-of-token.ts';

interface RequestedControls {
  readonly findings: readonly Finding<BodyError>[];
  /** Undefined if the request sets no controls. */
  readonly controls: ControlsOfToken | undefined;
}

interface RequestedList {
  readonly allowed?: readonly string[] | undefined;
  readonly blocked?: readonly string[] | undefined;
}

/**
 * Reads the controls of a request, with the faults that its schema cannot find. The limit of single use is not one of them.
 * @param prefix the beginning of the path of each fault
 */
export function readRequestedControls(
  { validUntil, maxAmount, merchants, categories, countries }: Omit<SetTokenControls, 'singleUse'>,
  exponent: number,
  prefix = '',
): RequestedControls {
  const findings: Finding<BodyError>[] = [];
  const fault = (path: string, error: BodyError, message: string) =>
    findings.push({ path: `${prefix}${path}`, error, message });
  const maxMinor = maxAmount === undefined ? undefined : parseAmount(maxAmount, exponent);
  if (maxAmount !== undefined && maxMinor === undefined) {
    fault('maxAmount', 'wrong_format', `must have at most ${exponent} decimals, and at most 18 digits`);
  }
  const readList = (name: string, list: RequestedList | undefined, read: (value: string) => string | undefined) => {
    if (list === undefined) return undefined;
    const { allowed, blocked } = list;
    if (allowed !== undefined && blocked !== undefined) {
      fault(`${name}.blocked`, 'value_not_allowed', 'is not allowed together with allowed');
    }
    const sentValues = allowed ?? blocked;
    if (sentValues === undefined) fault(`${name}.allowed`, 'field_missing', 'must be sent, or blocked');
    const values = (sentValues ?? []).map((value, at) => {
      const parsed = read(value);
      const member = allowed === undefined ? 'blocked' : 'allowed';
      if (parsed === undefined)
        fault(`${name}.${member}[${at}]`, 'value_not_allowed', 'must be an ISO 3166 country code');
      return parsed ?? value;
    });
    return { isAllowed: allowed !== undefined, values: [...new Set(values)] } satisfies ControlList;
  };
  const lists = {
    merchants: readList('merchants', merchants, (value) => value.trimEnd()),
    categories: readList('categories', categories, (value) => value),
    countries: readList('countries', countries, countryOf),
  };
  const controls: ControlsOfToken = {
    ...(validUntil !== undefined && { validUntil: new Date(validUntil).toISOString() }),
    ...(maxMinor !== undefined && { maxMinor: String(maxMinor) }),
    ...(lists.merchants !== undefined && { merchants: lists.merchants }),
    ...(lists.categories !== undefined && { categories: lists.categories }),
    ...(lists.countries !== undefined && { countries: lists.countries }),
  };
  return { findings, controls: Object.keys(controls).length === 0 ? undefined : controls };
}
