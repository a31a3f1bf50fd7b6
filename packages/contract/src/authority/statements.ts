import type { SaidBy } from './authority.ts';

/** Something that the reference says, beside its field tables, and who says it. */
export interface InterfaceStatement {
  readonly says: string;
  readonly passage: `docs/interface/${string}`;
  readonly by: SaidBy;
}

const of = (by: SaidBy, passage: `docs/interface/${string}`, says: string): InterfaceStatement => ({
  says,
  passage,
  by,
});

/**
 * What an implementation can be held against, beside the field tables: docs/interface has each at the passage. `interface`:
 * the interface itself says so. `ours`: it is silent, and this is how Cardwright does it.
 */
export const STATEMENTS = {
  'answer.json': of('interface', 'docs/interface/requests.md#transport', 'every answer is JSON'),
  'answer.keys': of(
    'interface',
    'docs/interface/requests.md#envelope',
    'an answer stands under its root and response key',
  ),
  'answer.function': of(
    'interface',
    'docs/interface/requests.md#header-of-the-answer',
    'msg_function names the function of the answer',
  ),
  'answer.header': of(
    'interface',
    'docs/interface/requests.md#header-of-the-answer',
    'the header of an answer has the fields of its table',
  ),
  'answer.echo': of(
    'interface',
    'docs/interface/requests.md#header-of-the-answer',
    'the header of an answer repeats that of the request',
  ),
  'answer.echo-instance': of('ours', 'docs/interface/requests.md#header-of-the-answer', 'instance_id is repeated'),
  'answer.echo-failure': of(
    'interface',
    'docs/interface/requests.md#header-of-the-answer',
    'what could be read of the header is repeated on failures too',
  ),
  'answer.time': of(
    'interface',
    'docs/interface/requests.md#header-of-the-answer',
    'times of an answer are DD/MM/YYYY HH:MM:SS',
  ),
  'answer.details': of(
    'interface',
    'docs/interface/requests.md#exception_details',
    'exception_details have the fields of their table',
  ),
  'answer.success': of('interface', 'docs/interface/requests.md#exception_details', 'success is S, 000, Success'),
  'answer.failure': of(
    'interface',
    'docs/interface/requests.md#exception_details',
    'failure is F with a code that is not 000',
  ),
  'answer.reference': of(
    'interface',
    'docs/interface/requests.md#exception_details',
    'transaction_ref_id is the tracking_id, or null',
  ),
  'answer.extended': of(
    'ours',
    'docs/interface/card-settings.md#exception_details',
    'the card settings answer trace, type and data too',
  ),
  'answer.code': of('ours', 'docs/interface/requests.md#findings', 'error codes are those of the catalogue'),
  'answer.http': of('ours', 'docs/interface/requests.md#transport', 'the HTTP status is that of the code'),
  'answer.version': of('ours', 'docs/interface/requests.md#versions', 'Interface-Version tells the version'),
  'answer.problem': of(
    'ours',
    'docs/interface/requests.md#findings',
    'a refused plain JSON request is answered with a problem and its error_code',
  ),
  'answer.findings': of(
    'ours',
    'docs/interface/requests.md#findings',
    'a refusal lists all that is wrong, each with path and code',
  ),
  'answer.masked': of(
    'interface',
    'docs/interface/authorization-message.md#card-number',
    'an answer shows no full card number',
  ),
  'request.code': of('ours', 'docs/interface/requests.md#findings', 'each kind of fault has a code'),
  'request.body': of(
    'ours',
    'docs/interface/requests.md#order-of-refusals',
    'what cannot be read or is not served is refused with 101 or 102',
  ),
  'request.function': of('interface', 'docs/interface/requests.md#request-header', "msg_function is the operation's"),
  'request.empty': of('ours', 'docs/interface/requests.md#texts', 'an empty mandatory text is missing'),
  'request.null': of('ours', 'docs/interface/requests.md#tolerances', 'null is no value'),
  'request.characters': of(
    'ours',
    'docs/interface/requests.md#texts',
    'maxima count characters, whatever their script',
  ),
  'request.unknown-member': of(
    'ours',
    'docs/interface/requests.md#unknown-members',
    'a member that no table names is accepted',
  ),
  'caller.token': of(
    'ours',
    'docs/interface/requests.md#before-the-body',
    'a request without a valid token is refused with 201',
  ),
  'caller.token-insurance': of(
    'interface',
    'docs/interface/callers.md#access-token',
    'the insurance list needs a bearer token',
  ),
  'caller.scope': of('ours', 'docs/interface/callers.md#scopes', 'a caller without the scope is refused'),
  'caller.bank': of(
    'ours',
    'docs/interface/callers.md#isolation',
    "a request for another bank than the caller's is refused",
  ),
  'caller.version': of('ours', 'docs/interface/requests.md#versions', 'every path is served below /V1 too'),
  'repeat.same': of(
    'ours',
    'docs/interface/repeats.md#envelopes',
    'a repeated request gets the stored answer, and has no second effect',
  ),
  'repeat.other': of(
    'ours',
    'docs/interface/repeats.md#envelopes',
    'other content under a used msg_id is refused with 108',
  ),
  'repeat.marked': of('ours', 'docs/interface/repeats.md#envelopes', 'a stored answer says Idempotent-Replayed: true'),
  'repeat.authorization': of(
    'ours',
    'docs/interface/repeats.md#authorizations',
    'a repeated message gets its answer again, and counts once',
  ),
  'repeat.authorization-other': of(
    'ours',
    'docs/interface/repeats.md#authorizations',
    'a repeated message with another amount is refused with 94',
  ),
  'repeat.key': of(
    'ours',
    'docs/interface/repeats.md#idempotency-key',
    'a repeat under the same Idempotency-Key gets the stored answer',
  ),
  'repeat.notification': of(
    'ours',
    'docs/interface/repeats.md#token-notifications',
    'a repeated notification gets the same answer, another one under its id gets 94',
  ),
  'repeat.onboarding': of(
    'ours',
    'docs/interface/repeats.md#merchant-onboarding',
    'a repeated requestId gets the same answer, another request under it is refused',
  ),
  'not-found': of('ours', 'docs/interface/cards.md#identifiers', 'what nobody has is answered as not found'),
  'exists-already': of('ours', 'docs/interface/clients.md#create', 'what exists already is refused'),
  'client.mirror': of('interface', 'docs/interface/clients.md#mirrored', 'the answer mirrors the client'),
  'account.funds': of(
    'ours',
    'docs/interface/accounts.md#balance',
    'balances follow what was credited, reserved and debited',
  ),
  'card.status': of(
    'ours',
    'docs/interface/cards.md#status',
    'a card that is not active is declined, and a final status is kept',
  ),
  'settings.mandatory': of(
    'interface',
    'docs/interface/card-settings.md#what-answers-show',
    'mandatory settings are always answered',
  ),
  'settings.kept': of('interface', 'docs/interface/card-settings.md#update', 'what is set is shown'),
  'settings.only-sent': of(
    'ours',
    'docs/interface/card-settings.md#update',
    'an update changes what it sends, and nothing if a field is wrong',
  ),
  'settings.switch': of('interface', 'docs/interface/card-settings.md#switches', 'a switch that is off refuses'),
  'settings.switch-on': of(
    'interface',
    'docs/interface/card-settings.md#switches',
    'a switch refuses nothing when it is on, and nothing that it does not cover',
  ),
  'settings.one': of(
    'ours',
    'docs/interface/card-settings.md#on-for-one',
    'ON_FOR_ONE allows one approved transaction, then it is off',
  ),
  'settings.until': of('interface', 'docs/interface/card-settings.md#until', 'a switch with a time is on until then'),
  'settings.limit': of('interface', 'docs/interface/card-settings.md#limits', 'a limit refuses what is above it'),
  'settings.limit-exact': of('interface', 'docs/interface/card-settings.md#limits', 'a limit allows what it names'),
  'settings.counter': of(
    'ours',
    'docs/interface/decision.md#counters',
    'counters follow what was approved and given back',
  ),
  'settings.abroad': of(
    'interface',
    'docs/interface/card-settings.md#abroad',
    'use abroad is refused where no setting allows it',
  ),
  'settings.abroad-allowed': of(
    'interface',
    'docs/interface/card-settings.md#abroad',
    'use abroad is possible where a setting allows it',
  ),
  'settings.below': of(
    'interface',
    'docs/interface/card-settings.md#abroad',
    'cardPresentAllowBelow lets small amounts pass',
  ),
  'settings.checksum': of(
    'ours',
    'docs/interface/card-settings.md#checksum',
    'a stale cardFeatureChecksum is refused with 421',
  ),
  'settings.features': of(
    'interface',
    'docs/interface/card-settings.md#get',
    'supportedFeatures and cardFeatureChecksum are answered',
  ),
  'restriction.refuses': of('interface', 'docs/interface/restrictions.md#types', 'what is not allowed is refused'),
  'restriction.allows': of(
    'interface',
    'docs/interface/restrictions.md#types',
    'what is allowed again passes, and what the type does not cover',
  ),
  'restriction.end': of('interface', 'docs/interface/restrictions.md#end-date', 'a restriction holds to its end date'),
  'restriction.countries': of(
    'interface',
    'docs/interface/restrictions.md#countries',
    'only the countries of the list are allowed',
  ),
  'decision.code': of('ours', 'docs/interface/decision.md#reasons', 'each reason has its action code'),
  'decision.approved': of(
    'interface',
    'docs/interface/authorization-message.md#answer',
    'an approval is 00 with an approval code',
  ),
  'decision.refused': of(
    'interface',
    'docs/interface/authorization-message.md#answer',
    'a refusal is another code than 00',
  ),
  'decision.declined-form': of(
    'ours',
    'docs/interface/authorization-message.md#answers',
    'a declined answer has six blanks for the approval code and names the rule',
  ),
  'decision.repeats-fields': of(
    'interface',
    'docs/interface/authorization-message.md#answer',
    'the answer has the fields of its table',
  ),
  'decision.echo': of(
    'ours',
    'docs/interface/authorization-message.md#answer',
    'fields of the message are answered as they were sent',
  ),
  'decision.funds': of('ours', 'docs/interface/decision.md#funds', 'what is not there is declined with 51'),
  'decision.read': of(
    'ours',
    'docs/interface/decision.md#read',
    'a decision can be read as it was made, with its trace',
  ),
  'decision.asked': of(
    'ours',
    'docs/interface/decision.md#what-if',
    'other settings can be asked about, which changes nothing',
  ),
  'webhook.read': of(
    'ours',
    'docs/interface/webhooks.md#endpoints',
    'an endpoint is read and listed, without its secret',
  ),
  'reservation.reversal': of(
    'ours',
    'docs/interface/reservations.md#reversal',
    'a reversal gives funds and counters back',
  ),
  'reservation.completion': of(
    'ours',
    'docs/interface/reservations.md#completion',
    'a completion debits the final amount',
  ),
  'insurance.list': of(
    'interface',
    'docs/interface/insurance.md#list',
    'there is one entry for each program, code 01 to 12',
  ),
  'insurance.headers': of('ours', 'docs/interface/insurance.md#headers', 'the headers of the request are repeated'),
  'token.state': of('ours', 'docs/interface/tokens.md#states', 'tokens move as their states allow'),
  'notification.message': of(
    'interface',
    'docs/interface/token-notification.md#message',
    'a notification has the fields of its type',
  ),
  'notification.events': of(
    'interface',
    'docs/interface/tokens.md#states',
    "each of a token's events is notified by its type and indicator",
  ),
  'notification.answer': of(
    'interface',
    'docs/interface/token-notification.md#answer',
    'the answer has an id of at most 12 characters and repeats the type',
  ),
  'notification.accepted': of(
    'interface',
    'docs/interface/token-notification.md#receive',
    'a notification as its table describes it is taken, with 00',
  ),
  'notification.type-fields': of(
    'interface',
    'docs/interface/token-notification.md#message',
    'a notification without a field of its type is refused',
  ),
  'notification.codes': of('ours', 'docs/interface/token-notification.md#answer', 'a format error is answered with 30'),
  'notification.order': of(
    'ours',
    'docs/interface/webhooks.md#order',
    'the notifications of a token come in their order',
  ),
  'notification.again': of(
    'ours',
    'docs/interface/webhooks.md#retries',
    'a notification that was not taken is sent again under its id, and later ones wait',
  ),
  'notification.signed': of(
    'ours',
    'docs/interface/webhooks.md#delivery',
    'deliveries are signed as Standard Webhooks says',
  ),
  'onboarding.conditions': of(
    'interface',
    'docs/interface/merchant-onboarding.md#merchant',
    'what a condition makes mandatory is mandatory',
  ),
  'onboarding.accepted': of('interface', 'docs/interface/merchant-onboarding.md#onboard', 'a whole request is taken'),
  'onboarding.answer': of(
    'ours',
    'docs/interface/merchant-onboarding.md#answer',
    'the answer names each merchant and its status',
  ),
  'onboarding.all-findings': of(
    'ours',
    'docs/interface/merchant-onboarding.md#findings',
    'all findings are told at once, each with what to do',
  ),
} as const satisfies Record<string, InterfaceStatement>;

export type StatementName = keyof typeof STATEMENTS;
