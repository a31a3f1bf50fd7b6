import { NETWORK_FUNCTIONS } from '@cardwright/iso8583';

/** Field 24 of a partial reversal. */
export const PARTIAL_REVERSAL = '401';

/** The function codes (field 24) of 1993 for those in field 70 of 1987. */
export const NETWORK_FUNCTIONS_1993: Readonly<Record<string, string>> = {
  [NETWORK_FUNCTIONS.signOn]: '801',
  [NETWORK_FUNCTIONS.signOff]: '802',
  [NETWORK_FUNCTIONS.echo]: '831',
};
