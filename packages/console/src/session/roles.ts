import type { Role } from '@cardwright/contract';
import type { WordKey } from '../words/en.ts';

/** The names of roles in the console, with descriptions. */
export const ROLE_WORDS: Readonly<Record<Role, { readonly name: WordKey; readonly does: WordKey }>> = {
  agent: { name: 'role.agent', does: 'role.agent.does' },
  'card-operations': { name: 'role.cardOperations', does: 'role.cardOperations.does' },
  analyst: { name: 'role.analyst', does: 'role.analyst.does' },
  'bank-admin': { name: 'role.bankAdmin', does: 'role.bankAdmin.does' },
  'duty-manager': { name: 'role.dutyManager', does: 'role.dutyManager.does' },
  auditor: { name: 'role.auditor', does: 'role.auditor.does' },
  boarding: { name: 'role.boarding', does: 'role.boarding.does' },
  reviewer: { name: 'role.reviewer', does: 'role.reviewer.does' },
  approver: { name: 'role.approver', does: 'role.approver.does' },
  operator: { name: 'role.operator', does: 'role.operator.does' },
};
