import { findAcquirerName } from '../../acquiring/index.ts';
import { findBankTitle } from '../../issuing/banks/index.ts';
import type { PeopleDeps } from '../../platform/people/index.ts';

import type { Settings } from '../configuration/settings.ts';
import { kindsForSecondPerson } from './second-person-kinds.ts';

const OPERATOR = { kind: 'operator', id: 'operator', name: 'Operator' } as const;

/** Returns the tenant that a person works for, or undefined if it is not configured. */
export const createDescribeTenant =
  (settings: Pick<Settings, 'CARDWRIGHT_MODE'>): PeopleDeps['describeTenant'] =>
  async (tx, { kind, id }) => {
    if (kind === 'operator' || id === undefined) return OPERATOR;
    if (kind === 'bank') {
      const bank = await findBankTitle(tx, id);
      if (bank === undefined) return undefined;
      const { second_person: configured, ...title } = bank;
      return {
        kind,
        id,
        ...title,
        second_person: [...kindsForSecondPerson({ secondPerson: configured ?? undefined }, settings)],
      };
    }
    const name = await findAcquirerName(tx, id);
    return name === undefined ? undefined : { kind, id, name };
  };
