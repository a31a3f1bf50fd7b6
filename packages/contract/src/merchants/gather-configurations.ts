import type { JsonObject } from '../json/exact-number.ts';
import type { Warning } from '../schema/finding.ts';
import type { AmendmentPlaces } from './conditions/amendment-conditions.ts';
import { objectOf } from './conditions/condition-findings.ts';

/** Configuration fields that amendments may also have directly next to the merchant's id. */
const SHORT_NAMES = ['overrideDefaultSchemesMcc', 'acceptedCardSchemes', 'fees'] as const;

/** Moves the fields next to the merchant's id into the configurations, and returns the place where each was sent. */
export function gatherConfigurations(
  object: JsonObject,
  path: string,
): { amendment: JsonObject; moved: Warning[]; places: Omit<AmendmentPlaces, 'chainId' | 'types'> } {
  const configurations = { ...objectOf(object.configurations) };
  const amendment = { ...object };
  const moved: Warning[] = [];
  const placeOf = (name: (typeof SHORT_NAMES)[number]) => {
    const short = amendment[name];
    const isShort = short !== undefined && configurations[name] === undefined;
    // A schema finding already covers configurations that are not an object, so no field of them is reported as
    // missing.
    if (short === undefined && object.configurations === null) configurations[name] = null;
    if (isShort) {
      configurations[name] = short;
      delete amendment[name];
      moved.push({ path: `${path}.${name}`, rule: 'other-place' });
    }
    return isShort ? `${path}.${name}` : `${path}.configurations.${name}`;
  };
  const places = {
    merchant: path,
    configurations: `${path}.configurations`,
    overrideFlag: placeOf('overrideDefaultSchemesMcc'),
    schemes: placeOf('acceptedCardSchemes'),
    fees: placeOf('fees'),
  };
  if (Object.keys(configurations).length > 0) amendment.configurations = configurations;
  return { amendment, moved, places };
}
