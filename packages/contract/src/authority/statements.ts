import { DECISION_STATEMENTS } from './decision-statements.ts';
import { type InterfaceStatement, said } from './interface-statement.ts';

/**
 * Statements outside the field tables that an implementation can be tested against; docs/interface has each at its
 * passage. `interface`: the interface itself states it. `ours`: the interface is silent, and Cardwright does it this
 * way.
 */
export const STATEMENTS = {
  'answer.json': said('interface', 'docs/interface/requests.md#transport', 'every answer is JSON'),
  'answer.keys': said(
    'interface',
    'docs/interface/requests.md#envelope',
    'an answer stands under its root and response key',
  ),
  'answer.function': said(
    'interface',
    'docs/interface/requests.md#header-of-the-answer',
    'msg_function names the function of the answer',
  ),
  'answer.header': said(
    'interface',
    'docs/interface/requests.md#header-of-the-answer',
    'the header of an answer has the fields of its table',
  ),
  'answer.echo': said(
    'interface',
    'docs/interface/requests.md#header-of-the-answer',
    'the header of an answer repeats that of the request',
  ),
  'answer.echo-instance': said('ours', 'docs/interface/requests.md#header-of-the-answer', 'instance_id is repeated'),
  'answer.echo-failure': said(
    'interface',
    'docs/interface/requests.md#header-of-the-answer',
    'what could be read of the header is repeated on failures too',
  ),
  'answer.time': said(
    'interface',
    'docs/interface/requests.md#header-of-the-answer',
    'times of an answer are DD/MM/YYYY HH:MM:SS',
  ),
  'answer.details': said(
    'interface',
    'docs/interface/requests.md#exception_details',
    'exception_details have the fields of their table',
  ),
  'answer.success': said('interface', 'docs/interface/requests.md#exception_details', 'success is S, 000, Success'),
  'answer.failure': said(
    'interface',
    'docs/interface/requests.md#exception_details',
    'failure is F with a code that is not 000',
  ),
  'answer.reference': said(
    'interface',
    'docs/interface/requests.md#exception_details',
    'transaction_ref_id is the tracking_id, or null',
  ),
  'answer.extended': said(
    'ours',
    'docs/interface/card-settings.md#exception_details',
    'the card settings answer trace, type and data too',
  ),
  'answer.code': said('ours', 'docs/interface/requests.md#findings', 'error codes are those of the catalogue'),
  'answer.http': said('ours', 'docs/interface/requests.md#transport', 'the HTTP status is that of the code'),
  'answer.version': said('ours', 'docs/interface/requests.md#versions', 'Interface-Version tells the version'),
  'answer.problem': said(
    'ours',
    'docs/interface/requests.md#findings',
    'a refused plain JSON request is answered with a problem and its error_code',
  ),
  'answer.findings': said(
    'ours',
    'docs/interface/requests.md#findings',
    'a refusal lists all that is wrong, each with path and code',
  ),
  'answer.masked': said(
    'interface',
    'docs/interface/authorization-message.md#card-number',
    'an answer shows no full card number',
  ),
  'request.code': said('ours', 'docs/interface/requests.md#findings', 'each kind of fault has a code'),
  'request.body': said(
    'ours',
    'docs/interface/requests.md#order-of-refusals',
    'what cannot be read or is not served is refused with 101 or 102',
  ),
  'request.function': said('interface', 'docs/interface/requests.md#request-header', "msg_function is the operation's"),
  'request.empty': said('ours', 'docs/interface/requests.md#texts', 'an empty mandatory text is missing'),
  'request.null': said('ours', 'docs/interface/requests.md#tolerances', 'null is no value'),
  'request.characters': said(
    'ours',
    'docs/interface/requests.md#texts',
    'maxima count characters, whatever their script',
  ),
  'request.unknown-member': said(
    'ours',
    'docs/interface/requests.md#unknown-members',
    'a member that no table names is accepted',
  ),
  'caller.token': said(
    'ours',
    'docs/interface/requests.md#before-the-body',
    'a request without a valid token is refused with 201',
  ),
  'caller.token-insurance': said(
    'interface',
    'docs/interface/callers.md#access-token',
    'the insurance list needs a bearer token',
  ),
  'caller.scope': said('ours', 'docs/interface/callers.md#scopes', 'a caller without the scope is refused'),
  'caller.bank': said(
    'ours',
    'docs/interface/callers.md#isolation',
    "a request for another bank than the caller's is refused",
  ),
  'caller.version': said('ours', 'docs/interface/requests.md#versions', 'every path is served below /V1 too'),
  'repeat.same': said(
    'ours',
    'docs/interface/repeats.md#envelopes',
    'a repeated request gets the stored answer, and has no second effect',
  ),
  'repeat.other': said(
    'ours',
    'docs/interface/repeats.md#envelopes',
    'other content under a used msg_id is refused with 108',
  ),
  'repeat.marked': said(
    'ours',
    'docs/interface/repeats.md#envelopes',
    'a stored answer says Idempotent-Replayed: true',
  ),
  'repeat.authorization': said(
    'ours',
    'docs/interface/repeats.md#authorizations',
    'a repeated message gets its answer again, and counts once',
  ),
  'repeat.authorization-other': said(
    'ours',
    'docs/interface/repeats.md#authorizations',
    'a repeated message with another amount is refused with 94',
  ),
  'repeat.key': said(
    'ours',
    'docs/interface/repeats.md#idempotency-key',
    'a repeat under the same Idempotency-Key gets the stored answer',
  ),
  'repeat.notification': said(
    'ours',
    'docs/interface/repeats.md#token-notifications',
    'a repeated notification gets the same answer, another one under its id gets 94',
  ),
  'repeat.onboarding': said(
    'ours',
    'docs/interface/repeats.md#merchant-onboarding',
    'a repeated requestId gets the same answer, another request under it is refused',
  ),
  'not-found': said('ours', 'docs/interface/cards.md#identifiers', 'what nobody has is answered as not found'),
  'exists-already': said('ours', 'docs/interface/clients.md#create', 'what exists already is refused'),
  'client.mirror': said('interface', 'docs/interface/clients.md#mirrored', 'the answer mirrors the client'),
  'account.funds': said(
    'ours',
    'docs/interface/accounts.md#balance',
    'balances follow what was credited, reserved and debited',
  ),
  'card.status': said(
    'ours',
    'docs/interface/cards.md#status',
    'a card that is not active is declined, and a final status is kept',
  ),
  'settings.mandatory': said(
    'interface',
    'docs/interface/card-settings.md#what-answers-show',
    'mandatory settings are always answered',
  ),
  'settings.kept': said('interface', 'docs/interface/card-settings.md#update', 'what is set is shown'),
  'settings.only-sent': said(
    'ours',
    'docs/interface/card-settings.md#update',
    'an update changes what it sends, and nothing if a field is wrong',
  ),
  'settings.switch': said('interface', 'docs/interface/card-settings.md#switches', 'a switch that is off refuses'),
  'settings.switch-on': said(
    'interface',
    'docs/interface/card-settings.md#switches',
    'a switch refuses nothing when it is on, and nothing that it does not cover',
  ),
  'settings.one': said(
    'ours',
    'docs/interface/card-settings.md#on-for-one',
    'ON_FOR_ONE allows one approved transaction, then it is off',
  ),
  'settings.until': said('interface', 'docs/interface/card-settings.md#until', 'a switch with a time is on until then'),
  'settings.limit': said('interface', 'docs/interface/card-settings.md#limits', 'a limit refuses what is above it'),
  'settings.limit-exact': said('interface', 'docs/interface/card-settings.md#limits', 'a limit allows what it names'),
  'settings.counter': said(
    'ours',
    'docs/interface/decision.md#counters',
    'counters follow what was approved and given back',
  ),
  'settings.abroad': said(
    'interface',
    'docs/interface/card-settings.md#abroad',
    'use abroad is refused where no setting allows it',
  ),
  'settings.abroad-allowed': said(
    'interface',
    'docs/interface/card-settings.md#abroad',
    'use abroad is possible where a setting allows it',
  ),
  'settings.below': said(
    'interface',
    'docs/interface/card-settings.md#abroad',
    'cardPresentAllowBelow lets small amounts pass',
  ),
  'settings.checksum': said(
    'ours',
    'docs/interface/card-settings.md#checksum',
    'a stale cardFeatureChecksum is refused with 421',
  ),
  'settings.features': said(
    'interface',
    'docs/interface/card-settings.md#get',
    'supportedFeatures and cardFeatureChecksum are answered',
  ),
  'restriction.refuses': said('interface', 'docs/interface/restrictions.md#types', 'what is not allowed is refused'),
  'restriction.allows': said(
    'interface',
    'docs/interface/restrictions.md#types',
    'what is allowed again passes, and what the type does not cover',
  ),
  'restriction.end': said(
    'interface',
    'docs/interface/restrictions.md#end-date',
    'a restriction holds to its end date',
  ),
  'restriction.countries': said(
    'interface',
    'docs/interface/restrictions.md#countries',
    'only the countries of the list are allowed',
  ),
  ...DECISION_STATEMENTS,
  'webhook.read': said(
    'ours',
    'docs/interface/webhooks.md#endpoints',
    'an endpoint is read and listed, without its secret',
  ),
  'reservation.reversal': said(
    'ours',
    'docs/interface/reservations.md#reversal',
    'a reversal gives funds and counters back',
  ),
  'reservation.completion': said(
    'ours',
    'docs/interface/reservations.md#completion',
    'a completion debits the final amount',
  ),
  'insurance.list': said(
    'interface',
    'docs/interface/insurance.md#list',
    'there is one entry for each program, code 01 to 12',
  ),
  'insurance.headers': said('ours', 'docs/interface/insurance.md#headers', 'the headers of the request are repeated'),
  'token.state': said('ours', 'docs/interface/tokens.md#states', 'tokens move as their states allow'),
  'notification.message': said(
    'interface',
    'docs/interface/token-notification.md#message',
    'a notification has the fields of its type',
  ),
  'notification.events': said(
    'interface',
    'docs/interface/tokens.md#states',
    "each of a token's events is notified by its type and indicator",
  ),
  'notification.answer': said(
    'interface',
    'docs/interface/token-notification.md#answer',
    'the answer has an id of at most 12 characters and repeats the type',
  ),
  'notification.accepted': said(
    'interface',
    'docs/interface/token-notification.md#receive',
    'a notification as its table describes it is taken, with 00',
  ),
  'notification.type-fields': said(
    'interface',
    'docs/interface/token-notification.md#message',
    'a notification without a field that its type usually has is taken',
  ),
  'notification.codes': said(
    'ours',
    'docs/interface/token-notification.md#answer',
    'a format error is answered with 30',
  ),
  'notification.order': said(
    'ours',
    'docs/interface/webhooks.md#order',
    'the notifications of a token come in their order',
  ),
  'notification.again': said(
    'ours',
    'docs/interface/webhooks.md#retries',
    'a notification that was not taken is sent again under its id, and later ones wait',
  ),
  'notification.signed': said(
    'ours',
    'docs/interface/webhooks.md#delivery',
    'deliveries are signed as Standard Webhooks says',
  ),
  'onboarding.conditions': said(
    'interface',
    'docs/interface/merchant-onboarding.md#merchant',
    'what a condition makes mandatory is mandatory',
  ),
  'onboarding.accepted': said('interface', 'docs/interface/merchant-onboarding.md#onboard', 'a whole request is taken'),
  'onboarding.answer': said(
    'ours',
    'docs/interface/merchant-onboarding.md#answer',
    'the answer names each merchant and its status',
  ),
  'onboarding.all-findings': said(
    'ours',
    'docs/interface/merchant-onboarding.md#findings',
    'all findings are told at once, each with what to do',
  ),
} as const satisfies Record<string, InterfaceStatement>;

export type StatementName = keyof typeof STATEMENTS;
