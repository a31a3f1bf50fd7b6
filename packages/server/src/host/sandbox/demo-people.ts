import type { DemoPerson, Tenant } from '../../platform/people/index.ts';
import { DEMO_ACQUIRER_ID, DEMO_BANK_ID } from './demo-configuration.ts';

const BANK: Tenant = { kind: 'bank', id: DEMO_BANK_ID };
const ACQUIRER: Tenant = { kind: 'acquirer', id: DEMO_ACQUIRER_ID };
const OPERATOR: Tenant = { kind: 'operator', id: undefined };

/** One person for each role of each tenant. They sign in without a password. Production has no such people. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { id: 'layla', name: 'Layla Haddad', role: 'agent', tenant: BANK },
  { id: 'omar', name: 'Omar Farouk', role: 'card-operations', tenant: BANK },
  { id: 'noor', name: 'Noor Al Amiri', role: 'analyst', tenant: BANK },
  { id: 'salim', name: 'Salim Mansour', role: 'bank-admin', tenant: BANK },
  { id: 'tariq', name: 'Tariq Hamdan', role: 'duty-manager', otherRole: 'analyst', tenant: BANK },
  { id: 'rania', name: 'Rania Aziz', role: 'auditor', tenant: BANK },
  { id: 'hassan', name: 'Hassan Darwish', role: 'boarding', tenant: ACQUIRER },
  { id: 'mariam', name: 'Mariam Khoury', role: 'reviewer', tenant: ACQUIRER },
  { id: 'yusuf', name: 'Yusuf Qasim', role: 'approver', tenant: ACQUIRER },
  { id: 'dina', name: 'Dina Saab', role: 'auditor', tenant: ACQUIRER },
  { id: 'karim', name: 'Karim Nasser', role: 'operator', tenant: OPERATOR },
  { id: 'huda', name: 'Huda Barakat', role: 'auditor', tenant: OPERATOR },
];
