import { DECISION_STATEMENTS } from './decision-statements.ts';
import { type InterfaceStatement, statement } from './interface-statement.ts';

/**
 * Statements outside the field tables that an implementation can be tested against; docs/interface has each at its
 * passage. `interface`: the interface itself states it. `ours`: the interface is silent, and Cardwright does it this
 * way.
 */
export const STATEMENTS = {
  'answer.json': statement('interface', 'docs/interface/requests.md#transport', 'every response is JSON'),
  'answer.keys': statement(
    'interface',
    'docs/interface/requests.md#envelope',
    'a response is under its root key and response key',
  ),
  'answer.function': statement(
    'interface',
    'docs/interface/requests.md#header-of-the-answer',
    'msg_function is the response function',
  ),
  'answer.header': statement(
    'interface',
    'docs/interface/requests.md#header-of-the-answer',
    'the response header has the fields of its table',
  ),
  'answer.echo': statement(
    'interface',
    'docs/interface/requests.md#header-of-the-answer',
    'the response header repeats the request header',
  ),
  'answer.echo-instance': statement(
    'ours',
    'docs/interface/requests.md#header-of-the-answer',
    'the response header repeats instance_id',
  ),
  'answer.echo-failure': statement(
    'interface',
    'docs/interface/requests.md#header-of-the-answer',
    'a failure repeats the readable fields of the request header',
  ),
  'answer.time': statement(
    'interface',
    'docs/interface/requests.md#header-of-the-answer',
    'times in responses are DD/MM/YYYY HH:MM:SS',
  ),
  'answer.details': statement(
    'interface',
    'docs/interface/requests.md#exception_details',
    'exception_details has the fields of its table',
  ),
  'answer.success': statement(
    'interface',
    'docs/interface/requests.md#exception_details',
    'a success has status S, code 000 and text Success',
  ),
  'answer.failure': statement(
    'interface',
    'docs/interface/requests.md#exception_details',
    'a failure has status F and a code other than 000',
  ),
  'answer.reference': statement(
    'interface',
    'docs/interface/requests.md#exception_details',
    'transaction_ref_id is the tracking_id, or null',
  ),
  'answer.extended': statement(
    'ours',
    'docs/interface/card-settings.md#exception_details',
    'responses of card settings also have trace, type and data',
  ),
  'answer.code': statement('ours', 'docs/interface/requests.md#findings', 'error codes are in the catalogue'),
  'answer.http': statement('ours', 'docs/interface/requests.md#transport', 'the HTTP status matches the error code'),
  'answer.version': statement('ours', 'docs/interface/requests.md#versions', 'Interface-Version contains the version'),
  'answer.problem': statement(
    'ours',
    'docs/interface/requests.md#findings',
    'a refused plain JSON request gets a problem document with an error_code',
  ),
  'answer.findings': statement(
    'ours',
    'docs/interface/requests.md#findings',
    'a refusal lists all findings, each with path and code',
  ),
  'answer.masked': statement(
    'interface',
    'docs/interface/authorization-message.md#card-number',
    'responses contain no full card number',
  ),
  'request.code': statement('ours', 'docs/interface/requests.md#findings', 'each kind of fault has a code'),
  'request.body': statement(
    'ours',
    'docs/interface/requests.md#order-of-refusals',
    'a body that is unreadable or has no operation is refused with 101 or 102',
  ),
  'request.function': statement(
    'interface',
    'docs/interface/requests.md#request-header',
    'msg_function is the function of the operation',
  ),
  'request.empty': statement('ours', 'docs/interface/requests.md#texts', 'an empty mandatory string counts as missing'),
  'request.null': statement('ours', 'docs/interface/requests.md#tolerances', 'null counts as an absent value'),
  'request.characters': statement(
    'ours',
    'docs/interface/requests.md#texts',
    'maximum lengths count characters of any script',
  ),
  'request.unknown-member': statement(
    'ours',
    'docs/interface/requests.md#unknown-members',
    'an unknown member is accepted',
  ),
  'caller.token': statement(
    'ours',
    'docs/interface/requests.md#before-the-body',
    'a request without a valid token is refused with 201',
  ),
  'caller.token-insurance': statement(
    'interface',
    'docs/interface/callers.md#access-token',
    'the insurance list requires a bearer token',
  ),
  'caller.scope': statement(
    'ours',
    'docs/interface/callers.md#scopes',
    'a caller without the required scope is refused',
  ),
  'caller.bank': statement(
    'ours',
    'docs/interface/callers.md#isolation',
    "a request for a bank other than the caller's is refused",
  ),
  'caller.version': statement('ours', 'docs/interface/requests.md#versions', 'every path is also served below /V1'),
  'repeat.same': statement(
    'ours',
    'docs/interface/repeats.md#envelopes',
    'a repeated request gets the stored response and has no second effect',
  ),
  'repeat.other': statement(
    'ours',
    'docs/interface/repeats.md#envelopes',
    'other content with the same msg_id is refused with 108',
  ),
  'repeat.marked': statement(
    'ours',
    'docs/interface/repeats.md#envelopes',
    'a stored response has Idempotent-Replayed: true',
  ),
  'repeat.authorization': statement(
    'ours',
    'docs/interface/repeats.md#authorizations',
    'a repeated message gets the first response and counts once',
  ),
  'repeat.authorization-other': statement(
    'ours',
    'docs/interface/repeats.md#authorizations',
    'a repeated message with another amount is refused with 94',
  ),
  'repeat.key': statement(
    'ours',
    'docs/interface/repeats.md#idempotency-key',
    'a repeat with the same Idempotency-Key gets the stored response',
  ),
  'repeat.notification': statement(
    'ours',
    'docs/interface/repeats.md#token-notifications',
    'a repeated notification gets the same response, another one with the same id gets 94',
  ),
  'repeat.onboarding': statement(
    'ours',
    'docs/interface/repeats.md#merchant-onboarding',
    'a repeated requestId gets the same response, another request with it is refused',
  ),
  'not-found': statement(
    'ours',
    'docs/interface/cards.md#identifiers',
    'a nonexistent object is reported as not found',
  ),
  'exists-already': statement('ours', 'docs/interface/clients.md#create', 'an object that already exists is refused'),
  'client.mirror': statement('interface', 'docs/interface/clients.md#mirrored', 'the response mirrors the client'),
  'account.funds': statement(
    'ours',
    'docs/interface/accounts.md#balance',
    'balances reflect credits, reservations and debits',
  ),
  'card.status': statement(
    'ours',
    'docs/interface/cards.md#status',
    'a card that is not active is declined, and a final status cannot change',
  ),
  'settings.mandatory': statement(
    'interface',
    'docs/interface/card-settings.md#what-answers-show',
    'responses always contain the mandatory settings',
  ),
  'settings.kept': statement(
    'interface',
    'docs/interface/card-settings.md#update',
    'a response has the value that was set',
  ),
  'settings.only-sent': statement(
    'ours',
    'docs/interface/card-settings.md#update',
    'an update changes only the settings that it contains, and none if a field is invalid',
  ),
  'settings.switch': statement(
    'interface',
    'docs/interface/card-settings.md#switches',
    'a switch that is OFF declines',
  ),
  'settings.switch-on': statement(
    'interface',
    'docs/interface/card-settings.md#switches',
    'a switch that is ON declines nothing, and no switch declines what it does not cover',
  ),
  'settings.one': statement(
    'ours',
    'docs/interface/card-settings.md#on-for-one',
    'ON_FOR_ONE approves one transaction, then the switch is OFF',
  ),
  'settings.until': statement(
    'interface',
    'docs/interface/card-settings.md#until',
    'a switch with a time is ON until that time',
  ),
  'settings.limit': statement(
    'interface',
    'docs/interface/card-settings.md#limits',
    'a limit declines amounts above it',
  ),
  'settings.limit-exact': statement(
    'interface',
    'docs/interface/card-settings.md#limits',
    'a limit approves an amount equal to it',
  ),
  'settings.counter': statement(
    'ours',
    'docs/interface/decision.md#counters',
    'counters add approvals and subtract reversals',
  ),
  'settings.abroad': statement(
    'interface',
    'docs/interface/card-settings.md#abroad',
    'use abroad is declined unless a setting allows it',
  ),
  'settings.abroad-allowed': statement(
    'interface',
    'docs/interface/card-settings.md#abroad',
    'use abroad is approved if a setting allows it',
  ),
  'settings.below': statement(
    'interface',
    'docs/interface/card-settings.md#abroad',
    'cardPresentAllowBelow approves small amounts',
  ),
  'settings.checksum': statement(
    'ours',
    'docs/interface/card-settings.md#checksum',
    'a stale cardFeatureChecksum is refused with 421',
  ),
  'settings.features': statement(
    'interface',
    'docs/interface/card-settings.md#get',
    'the response contains supportedFeatures and cardFeatureChecksum',
  ),
  'restriction.refuses': statement(
    'interface',
    'docs/interface/restrictions.md#types',
    'a use that is not allowed is declined',
  ),
  'restriction.allows': statement(
    'interface',
    'docs/interface/restrictions.md#types',
    'a use that is allowed again, or that the type does not cover, is approved',
  ),
  'restriction.end': statement(
    'interface',
    'docs/interface/restrictions.md#end-date',
    'a restriction applies until its end date',
  ),
  'restriction.countries': statement(
    'interface',
    'docs/interface/restrictions.md#countries',
    'only the listed countries are allowed',
  ),
  ...DECISION_STATEMENTS,
  'webhook.read': statement(
    'ours',
    'docs/interface/webhooks.md#endpoints',
    'an endpoint is returned, alone and in the list, without its secret',
  ),
  'reservation.reversal': statement(
    'ours',
    'docs/interface/reservations.md#reversal',
    'a reversal restores funds and counters',
  ),
  'reservation.completion': statement(
    'ours',
    'docs/interface/reservations.md#completion',
    'a completion debits the final amount',
  ),
  'insurance.list': statement(
    'interface',
    'docs/interface/insurance.md#list',
    'the list has one entry for each program, with a code from 01 to 12',
  ),
  'insurance.headers': statement(
    'ours',
    'docs/interface/insurance.md#headers',
    'the response repeats the request headers',
  ),
  'token.state': statement('ours', 'docs/interface/tokens.md#states', 'tokens change state only as their states allow'),
  'notification.message': statement(
    'interface',
    'docs/interface/token-notification.md#message',
    'a notification has the fields of its type',
  ),
  'notification.events': statement(
    'interface',
    'docs/interface/tokens.md#states',
    'each token event is notified with its type and indicator',
  ),
  'notification.answer': statement(
    'interface',
    'docs/interface/token-notification.md#answer',
    'the response has an id of at most 12 characters and repeats the type',
  ),
  'notification.accepted': statement(
    'interface',
    'docs/interface/token-notification.md#receive',
    'a notification that matches its table is accepted with 00',
  ),
  'notification.type-fields': statement(
    'interface',
    'docs/interface/token-notification.md#message',
    'a notification without a field that its type usually has is accepted',
  ),
  'notification.codes': statement(
    'ours',
    'docs/interface/token-notification.md#answer',
    'a format error gets the code 30',
  ),
  'notification.order': statement(
    'ours',
    'docs/interface/webhooks.md#order',
    'the notifications of a token arrive in order',
  ),
  'notification.again': statement(
    'ours',
    'docs/interface/webhooks.md#retries',
    'a notification that was not accepted is sent again under its id, before later ones',
  ),
  'notification.signed': statement(
    'ours',
    'docs/interface/webhooks.md#delivery',
    'deliveries have a Standard Webhooks signature',
  ),
  'onboarding.conditions': statement(
    'interface',
    'docs/interface/merchant-onboarding.md#merchant',
    'a field that a condition makes mandatory is mandatory',
  ),
  'onboarding.accepted': statement(
    'interface',
    'docs/interface/merchant-onboarding.md#onboard',
    'a complete request is accepted',
  ),
  'onboarding.answer': statement(
    'ours',
    'docs/interface/merchant-onboarding.md#answer',
    'the response contains each merchant and its status',
  ),
  'onboarding.all-findings': statement(
    'ours',
    'docs/interface/merchant-onboarding.md#findings',
    'all findings are reported at once, each with an action',
  ),
} as const satisfies Record<string, InterfaceStatement>;

export type StatementName = keyof typeof STATEMENTS;
