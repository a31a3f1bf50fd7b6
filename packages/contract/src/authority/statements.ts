import { DECISION_STATEMENTS } from './decision-statements.ts';
import { claim, type InterfaceStatement } from './interface-statement.ts';

/**
 * Statements outside the field tables that an implementation can be tested against; docs/interface has each at its
 * passage. `interface`: the interface itself states it. `ours`: the interface is silent, and Cardwright does it this
 * way.
 */
export const STATEMENTS = {
  'answer.json': claim('interface', 'docs/interface/requests.md#transport', 'every response is JSON'),
  'answer.keys': claim(
    'interface',
    'docs/interface/requests.md#envelope',
    'a response is under its root key and response key',
  ),
  'answer.function': claim(
    'interface',
    'docs/interface/requests.md#response-header',
    'msg_function is the response function',
  ),
  'answer.header': claim(
    'interface',
    'docs/interface/requests.md#response-header',
    'the response header has the fields of its table',
  ),
  'answer.echo': claim(
    'interface',
    'docs/interface/requests.md#response-header',
    'the response header repeats the request header',
  ),
  'answer.echo-instance': claim(
    'ours',
    'docs/interface/requests.md#response-header',
    'the response header repeats instance_id',
  ),
  'answer.echo-failure': claim(
    'interface',
    'docs/interface/requests.md#response-header',
    'a failure repeats the readable fields of the request header',
  ),
  'answer.time': claim(
    'interface',
    'docs/interface/requests.md#response-header',
    'times in responses are DD/MM/YYYY HH:MM:SS',
  ),
  'answer.details': claim(
    'interface',
    'docs/interface/requests.md#exception_details',
    'exception_details has the fields of its table',
  ),
  'answer.success': claim(
    'interface',
    'docs/interface/requests.md#exception_details',
    'a success has status S, code 000 and text Success',
  ),
  'answer.failure': claim(
    'interface',
    'docs/interface/requests.md#exception_details',
    'a failure has status F and a code other than 000',
  ),
  'answer.reference': claim(
    'interface',
    'docs/interface/requests.md#exception_details',
    'transaction_ref_id is the tracking_id, or null',
  ),
  'answer.extended': claim(
    'ours',
    'docs/interface/card-settings.md#exception_details',
    'responses of card settings also have trace, type and data',
  ),
  'answer.code': claim('ours', 'docs/interface/requests.md#findings', 'error codes are in the catalogue'),
  'answer.http': claim('ours', 'docs/interface/requests.md#transport', 'the HTTP status matches the error code'),
  'answer.version': claim('ours', 'docs/interface/requests.md#versions', 'Interface-Version contains the version'),
  'answer.problem': claim(
    'ours',
    'docs/interface/requests.md#findings',
    'a refused plain JSON request gets a problem document with an error_code',
  ),
  'answer.findings': claim(
    'ours',
    'docs/interface/requests.md#findings',
    'a refusal lists all findings, each with path and code',
  ),
  'answer.masked': claim(
    'interface',
    'docs/interface/authorization-message.md#card-number',
    'responses contain no full card number',
  ),
  'request.code': claim('ours', 'docs/interface/requests.md#findings', 'each kind of fault has a code'),
  'request.body': claim(
    'ours',
    'docs/interface/requests.md#order-of-refusals',
    'a body that is unreadable or has no operation is refused with 101 or 102',
  ),
  'request.function': claim(
    'interface',
    'docs/interface/requests.md#request-header',
    'msg_function is the function of the operation',
  ),
  'request.empty': claim('ours', 'docs/interface/requests.md#texts', 'an empty mandatory string counts as missing'),
  'request.null': claim('ours', 'docs/interface/requests.md#tolerances', 'null counts as an absent value'),
  'request.characters': claim(
    'ours',
    'docs/interface/requests.md#texts',
    'maximum lengths count characters of any script',
  ),
  'request.unknown-member': claim('ours', 'docs/interface/requests.md#unknown-members', 'unknown members are accepted'),
  'caller.token': claim(
    'ours',
    'docs/interface/requests.md#before-the-body',
    'a request without a valid token is refused with 201',
  ),
  'caller.token-insurance': claim(
    'interface',
    'docs/interface/callers.md#access-token',
    'the insurance list requires a bearer token',
  ),
  'caller.scope': claim('ours', 'docs/interface/callers.md#scopes', 'a caller without the required scope is refused'),
  'caller.bank': claim(
    'ours',
    'docs/interface/callers.md#isolation',
    "a request for a bank other than the caller's is refused",
  ),
  'caller.version': claim('ours', 'docs/interface/requests.md#versions', 'every path is also served below /V1'),
  'repeat.same': claim(
    'ours',
    'docs/interface/repeats.md#envelopes',
    'a repeated request gets the stored response and has no second effect',
  ),
  'repeat.other': claim(
    'ours',
    'docs/interface/repeats.md#envelopes',
    'other content with the same msg_id is refused with 108',
  ),
  'repeat.marked': claim(
    'ours',
    'docs/interface/repeats.md#envelopes',
    'a stored response has Idempotent-Replayed: true',
  ),
  'repeat.authorization': claim(
    'ours',
    'docs/interface/repeats.md#authorizations',
    'a repeated message gets the first response and counts once',
  ),
  'repeat.authorization-other': claim(
    'ours',
    'docs/interface/repeats.md#authorizations',
    'a repeated message with another amount is refused with 94',
  ),
  'repeat.key': claim(
    'ours',
    'docs/interface/repeats.md#idempotency-key',
    'a repeat with the same Idempotency-Key gets the stored response',
  ),
  'repeat.notification': claim(
    'ours',
    'docs/interface/repeats.md#token-notifications',
    'a repeated notification gets the same response, another one with the same id gets 94',
  ),
  'repeat.onboarding': claim(
    'ours',
    'docs/interface/repeats.md#merchant-onboarding',
    'a repeated requestId gets the same response, another request with it is refused',
  ),
  'not-found': claim('ours', 'docs/interface/cards.md#identifiers', 'a nonexistent object is reported as not found'),
  'exists-already': claim('ours', 'docs/interface/clients.md#create', 'an object that already exists is refused'),
  'client.mirror': claim('interface', 'docs/interface/clients.md#mirrored', 'the response mirrors the client'),
  'account.funds': claim('ours', 'docs/interface/accounts.md#balance', 'balances follow credits, reservations, debits'),
  'card.status': claim(
    'ours',
    'docs/interface/cards.md#status',
    'a card that is not active is declined, and a final status cannot change',
  ),
  'settings.mandatory': claim(
    'interface',
    'docs/interface/card-settings.md#responses',
    'responses always contain the mandatory settings',
  ),
  'settings.kept': claim('interface', 'docs/interface/card-settings.md#update', 'responses contain the set values'),
  'settings.only-sent': claim(
    'ours',
    'docs/interface/card-settings.md#update',
    'an update changes only the settings that it contains, and none if a field is invalid',
  ),
  'settings.switch': claim('interface', 'docs/interface/card-settings.md#switches', 'a switch that is OFF declines'),
  'settings.switch-on': claim(
    'interface',
    'docs/interface/card-settings.md#switches',
    'a switch that is ON declines nothing, and no switch declines what it does not cover',
  ),
  'settings.one': claim(
    'ours',
    'docs/interface/card-settings.md#on-for-one',
    'ON_FOR_ONE approves one transaction, then the switch is OFF',
  ),
  'settings.until': claim(
    'interface',
    'docs/interface/card-settings.md#until',
    'a switch with a time is ON until that time',
  ),
  'settings.limit': claim('interface', 'docs/interface/card-settings.md#limits', 'a limit declines amounts above it'),
  'settings.limit-exact': claim(
    'interface',
    'docs/interface/card-settings.md#limits',
    'a limit approves an amount equal to it',
  ),
  'settings.counter': claim(
    'ours',
    'docs/interface/decision.md#counters',
    'counters add approvals and subtract reversals',
  ),
  'settings.abroad': claim(
    'interface',
    'docs/interface/card-settings.md#abroad',
    'use abroad is declined unless a setting allows it',
  ),
  'settings.abroad-allowed': claim(
    'interface',
    'docs/interface/card-settings.md#abroad',
    'use abroad is approved if a setting allows it',
  ),
  'settings.below': claim(
    'interface',
    'docs/interface/card-settings.md#abroad',
    'cardPresentAllowBelow approves small amounts',
  ),
  'settings.checksum': claim(
    'ours',
    'docs/interface/card-settings.md#checksum',
    'a stale cardFeatureChecksum is refused with 421',
  ),
  'settings.features': claim(
    'interface',
    'docs/interface/card-settings.md#get',
    'the response contains supportedFeatures and cardFeatureChecksum',
  ),
  'restriction.refuses': claim(
    'interface',
    'docs/interface/restrictions.md#types',
    'a use that is not allowed is declined',
  ),
  'restriction.allows': claim(
    'interface',
    'docs/interface/restrictions.md#types',
    'a use that is allowed again, or that the type does not cover, is approved',
  ),
  'restriction.end': claim(
    'interface',
    'docs/interface/restrictions.md#end-date',
    'a restriction applies until its end date',
  ),
  'restriction.countries': claim(
    'interface',
    'docs/interface/restrictions.md#countries',
    'only the listed countries are allowed',
  ),
  ...DECISION_STATEMENTS,
  'webhook.read': claim(
    'ours',
    'docs/interface/webhooks.md#endpoints',
    'an endpoint is returned without its secret, by itself and in the list',
  ),
  'reservation.reversal': claim(
    'ours',
    'docs/interface/reservations.md#reversal',
    'a reversal restores funds and counters',
  ),
  'reservation.reversed-before': claim(
    'ours',
    'docs/interface/reservations.md#before-the-original',
    'a reversal that arrives before its original is accepted, and declines it',
  ),
  'reservation.completion': claim(
    'ours',
    'docs/interface/reservations.md#completion',
    'a completion debits the final amount',
  ),
  'insurance.list': claim(
    'interface',
    'docs/interface/insurance.md#list',
    'the list has one entry for each program, with a code from 01 to 12',
  ),
  'insurance.headers': claim('ours', 'docs/interface/insurance.md#headers', 'the response repeats the request headers'),
  'token.state': claim('ours', 'docs/interface/tokens.md#states', 'tokens change state only as their states allow'),
  'provisioning.outcome': claim(
    'ours',
    'docs/interface/token-provisioning.md#rules',
    'a request for a token has the outcome and the reason of the rules',
  ),
  'notification.message': claim(
    'interface',
    'docs/interface/token-notification.md#message',
    'a notification has the fields of its type',
  ),
  'notification.events': claim(
    'interface',
    'docs/interface/tokens.md#states',
    'each token event is notified with its type and indicator',
  ),
  'notification.answer': claim(
    'interface',
    'docs/interface/token-notification.md#response',
    'the response has an id of at most 12 characters and repeats the type',
  ),
  'notification.accepted': claim(
    'interface',
    'docs/interface/token-notification.md#receive',
    'a notification that matches its table is accepted with 00',
  ),
  'notification.type-fields': claim(
    'interface',
    'docs/interface/token-notification.md#message',
    'a notification without a field that its type usually has is accepted',
  ),
  'notification.codes': claim('ours', 'docs/interface/token-notification.md#response', 'a format error gets code 30'),
  'notification.order': claim('ours', 'docs/interface/webhooks.md#order', 'notifications of a token arrive in order'),
  'notification.again': claim(
    'ours',
    'docs/interface/webhooks.md#retries',
    'a notification that was not accepted is sent again under its id, before later ones',
  ),
  'notification.signed': claim(
    'ours',
    'docs/interface/webhooks.md#delivery',
    'deliveries have a Standard Webhooks signature',
  ),
  'onboarding.conditions': claim(
    'interface',
    'docs/interface/merchant-onboarding.md#merchant',
    'a field that a condition makes mandatory is mandatory',
  ),
  'onboarding.accepted': claim(
    'interface',
    'docs/interface/merchant-onboarding.md#onboard',
    'a complete request is accepted',
  ),
  'onboarding.answer': claim(
    'ours',
    'docs/interface/merchant-onboarding.md#response',
    'the response contains each merchant and its status',
  ),
  'onboarding.all-findings': claim(
    'ours',
    'docs/interface/merchant-onboarding.md#findings',
    'all findings are reported at once, each with an action',
  ),
} as const satisfies Record<string, InterfaceStatement>;

export type StatementName = keyof typeof STATEMENTS;
