import type { ChangeEventName } from '@cardwright/contract';

/**
 * The type of event of each audited change, by the kind of the subject and the outcome of the audit row. A change that
 * is not an event has its reason here instead, beginning with `none:`. A test requires an entry for every operation.
 */
const TYPES: Readonly<Record<string, ChangeEventName | `none: ${string}`>> = {
  'client created': 'client.created',
  'client note added': 'client.note_added',
  'account created': 'account.created',
  'account CREDIT': 'account.credited',
  'account DEBIT': 'account.debited',
  'account settings changed': 'settings.updated',
  'account exception created': 'account.exception_created',
  'account exception cancelled': 'account.exception_cancelled',
  'card created': 'card.created',
  'card status changed': 'card.status_changed',
  'card reissued': 'card.reissued',
  'card renewed': 'card.renewed',
  'card program changed': 'card.insurance_changed',
  'card restriction set': 'restriction.set',
  'account limit set': 'limit.set',
  'account limit deleted': 'limit.deleted',
  'card limit set': 'limit.set',
  'card limit deleted': 'limit.deleted',
  'token limit set': 'limit.set',
  'token limit deleted': 'limit.deleted',
  'program program set': 'program.updated',
  'rule rule written': 'rule.created',
  'rule version written': 'rule.updated',
  'rule version shadow': 'rule.shadowed',
  'rule version proposed': 'rule.proposed',
  'rule version live': 'none: rule.live reports it',
  'rule version retired': 'rule.retired',
  'merchant-list list made': 'list.created',
  'merchant-list list changed': 'list.updated',
  'token provisioned': 'token.provisioned',
  'token activation code issued': 'token.code_issued',
  'token wrong activation code': 'token.code_refused',
  'token activated': 'token.activated',
  'token suspended': 'token.suspended',
  'token resumed': 'token.resumed',
  'token deactivated': 'token.deactivated',
  'token deleted': 'token.deleted',
  'token controls set': 'token.controls.changed',
  'webhook-endpoint registered': 'none: endpoint.registered reports it',
  'webhook-endpoint changed': 'endpoint.updated',
  'webhook-endpoint keys rotated': 'endpoint.keys_rotated',
  'webhook-endpoint deleted': 'endpoint.deleted',
  'webhook-endpoint replayed': 'message.replayed',
  'webhook-endpoint skipped': 'message.skipped',
  'webhook-endpoint DISABLED': 'none: endpoint.disabled reports it',
  'merchant amended': 'merchant.amended',
  'merchant amendment held': 'merchant.amendment_held',
  'merchant amendment screened': 'merchant.amendment_screened',
  'merchant amendment ended': 'merchant.amendment_ended',
  'deny-list loaded': 'merchant.deny_list_loaded',
  'application reviewed': 'application.reviewed',
  'application kyc confirmed': 'application.kyc_confirmed',
  'application information requested': 'application.information_requested',
  'application rejected': 'application.rejected',
  'application screened again': 'application.screened_again',
  'application approved': 'application.approved',
  'application hit cleared': 'application.hit_cleared',
  'application hit confirmed': 'application.hit_confirmed',
  'onboarding received': 'none: merchant.status reports each merchant',
  'merchants screened': 'none: merchant.status reports each merchant',
  'merchants approved': 'none: merchant.status reports each merchant',
  'authorization REVERSAL': 'none: authorization.reversed reports it',
  'authorization COMPLETION': 'none: authorization.completed reports it',
  'authorization EXPIRY': 'none: authorization.expired reports it',
  'session session ended': 'none: a session is no object of the bank',
  'notification received': 'none: the receiver stores what the bank sent itself',
  'change-request requested': 'none: change.requested reports it',
  'change-request applied': 'none: change.decided reports it',
  'change-request rejected': 'none: change.decided reports it',
  'change-request withdrawn': 'none: change.decided reports it',
  'change-request expired': 'none: change.decided reports it',
  'backtest cancelled': 'none: a backtest changes no decision',
  'embossing-run file written': 'none: the cards are reported when they are created',
};

/** Returns the type of event of a change, `none: <reason>`, or undefined for a change without an entry. */
export function changeEventType(subject: string, outcome: string) {
  const [kind = subject] = subject.split(':', 1);
  const name = `${kind} ${outcome}`;
  return Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
}

export function isChangeEvent(type: string | undefined): type is ChangeEventName {
  return type !== undefined && !type.startsWith('none: ');
}
