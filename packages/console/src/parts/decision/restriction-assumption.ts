import { RESTRICTION_TYPES, type RestrictionType } from '@cardwright/contract';

/** A restriction of every card, as if it were set. */
export interface RestrictionAssumption {
  readonly restriction_type: RestrictionType;
  readonly isAllowed: boolean;
  readonly allowed_values?: string;
}

export const OF_COUNTRIES: RestrictionType = 'INTERNATIONAL_SPECIFIC_COUNTRIES';

/** As an address holds them, the last one in force before the others: `ECOM=no;INTERNATIONAL_SPECIFIC_COUNTRIES=yes,FR,DE`. */
export function formatRestrictions(restrictions: readonly RestrictionAssumption[]): string {
  return restrictions
    .map(({ restriction_type: type, isAllowed, allowed_values: countries = '' }) =>
      [`${type}=${isAllowed ? 'yes' : 'no'}`, ...countries.split(',').filter((code) => code !== '')].join(','),
    )
    .join(';');
}

/** Somebody may have written the address by hand: what is no restriction is left out. */
export function parseRestrictions(text = ''): readonly RestrictionAssumption[] {
  return text.split(';').flatMap((part) => {
    const [, type = '', is = '', countries = ''] = /^([A-Z_]+)=(yes|no)(?:,([A-Za-z,]*))?$/.exec(part) ?? [];
    const known = RESTRICTION_TYPES.find((each) => each === type);
    if (known === undefined) return [];
    const restriction = { restriction_type: known, isAllowed: is === 'yes' };
    return [known === OF_COUNTRIES ? { ...restriction, allowed_values: countries } : restriction];
  });
}
