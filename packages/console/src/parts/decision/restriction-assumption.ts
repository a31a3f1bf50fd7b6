import { RESTRICTION_TYPES, type RestrictionType } from '@cardwright/contract';

/** A restriction that is assumed for every card. */
export interface RestrictionAssumption {
  readonly restriction_type: RestrictionType;
  readonly isAllowed: boolean;
  readonly allowed_values?: string;
}

export const OF_COUNTRIES: RestrictionType = 'INTERNATIONAL_SPECIFIC_COUNTRIES';

/**
 * Formats restrictions for an address: `ECOM=no;INTERNATIONAL_SPECIFIC_COUNTRIES=yes,FR,DE`. The last one takes
 * precedence.
 */
export function formatRestrictions(restrictions: readonly RestrictionAssumption[]): string {
  return restrictions
    .map(({ restriction_type: type, isAllowed, allowed_values: countries = '' }) =>
      [`${type}=${isAllowed ? 'yes' : 'no'}`, ...countries.split(',').filter((code) => code !== '')].join(','),
    )
    .join(';');
}

/**
 * Parses restrictions from an address. Unknown restrictions are ignored, because people can edit an address by hand.
 */
export function parseRestrictions(text = ''): readonly RestrictionAssumption[] {
  return text.split(';').flatMap((part) => {
    const [, type = '', is = '', countries = ''] = /^([A-Z_]+)=(yes|no)(?:,([A-Za-z,]*))?$/.exec(part) ?? [];
    const known = RESTRICTION_TYPES.find((each) => each === type);
    if (known === undefined) return [];
    const restriction = { restriction_type: known, isAllowed: is === 'yes' };
    return [known === OF_COUNTRIES ? { ...restriction, allowed_values: countries } : restriction];
  });
}
