import { findAcquirerName } from '../../acquiring/index.ts';
import { findBankTitle } from '../../issuing/banks/index.ts';
import type { PeopleDeps } from '../../platform/people/index.ts';

const OPERATOR = { kind: 'operator', id: 'operator', name: 'Operator' } as const;

/** Returns the tenant that a person works for, or undefined if it is not configured. */
export const describeTenant: PeopleDeps['describeTenant'] = async (tx, { kind, id }) => {
  if (kind === 'operator' || id === undefined) return OPERATOR;
  if (kind === 'bank') {
    const bank = await findBankTitle(tx, id);
    return bank && { kind, id, ...bank };
  }
  const name = await findAcquirerName(tx, id);
  return name === undefined ? undefined : { kind, id, name };
};
