import type { Operation } from '@cardwright/contract';
import {
  type DenyListCalls,
  type MerchantApplicationCalls,
  type MerchantCalls,
  makeDenyList,
  makeMerchantApplications,
  makeMerchants,
} from './acquirer-resources.ts';
import type { Call, NamedCall } from './call.ts';
import { methodMaker } from './call-method.ts';
import type { ClientSettings } from './client-options.ts';
import {
  type AccountCalls,
  type CardCalls,
  type CardSettingCalls,
  type ClientCalls,
  type EmbossingCalls,
  type InsuranceCalls,
  type LimitCalls,
  makeAccounts,
  makeCardSettings,
  makeCards,
  makeClients,
  makeEmbossing,
  makeInsurances,
  makeLimits,
  makeRestrictions,
  type RestrictionCalls,
} from './issuing-resources.ts';
import {
  type AuthorizationCalls,
  type BacktestCalls,
  makeAuthorizations,
  makeBacktests,
  makeTokenNotifications,
  makeTokens,
  type TokenCalls,
  type TokenNotificationCalls,
} from './network-resources.ts';
import { Pages } from './pages.ts';
import { type Pending, pending } from './pending.ts';
import { makePeople, makeSessions, type PersonCalls, type SessionCalls } from './people-resources.ts';
import {
  type MerchantListCalls,
  makeMerchantLists,
  makePrograms,
  makeRules,
  type ProgramCalls,
  type RuleCalls,
} from './program-resources.ts';
import { type CallerParty, type Identity, sendCall } from './send-call.ts';
import {
  type AuditCalls,
  type ContractWarningCalls,
  type EventCalls,
  makeAudit,
  makeContractWarnings,
  makeEvents,
  makeWebhookEndpoints,
  type WebhookEndpointCalls,
} from './webhook-resources.ts';

/** Every operation of the interface, as methods of the things that they are about. */
export class ResourceClient {
  readonly clients: ClientCalls;
  readonly accounts: AccountCalls;
  readonly cards: CardCalls;
  readonly cardSettings: CardSettingCalls;
  readonly embossing: EmbossingCalls;
  readonly restrictions: RestrictionCalls;
  readonly insurances: InsuranceCalls;
  readonly limits: LimitCalls;
  readonly authorizations: AuthorizationCalls;
  readonly backtests: BacktestCalls;
  readonly merchantLists: MerchantListCalls;
  readonly rules: RuleCalls;
  readonly programs: ProgramCalls;
  readonly tokens: TokenCalls;
  readonly tokenNotifications: TokenNotificationCalls;
  readonly webhookEndpoints: WebhookEndpointCalls;
  readonly events: EventCalls;
  readonly audit: AuditCalls;
  readonly contractWarnings: ContractWarningCalls;
  readonly merchants: MerchantCalls;
  readonly merchantApplications: MerchantApplicationCalls;
  readonly denyList: DenyListCalls;
  readonly people: PersonCalls;
  readonly sessions: SessionCalls;
  readonly baseUrl: string;
  readonly #send: (call: Call) => Pending<never>;
  readonly #caller: CallerParty;

  constructor(settings: ClientSettings, caller: CallerParty) {
    const send = (call: Call) => pending<never>(sendCall(call, caller, settings));
    this.#send = send;
    this.#caller = caller;
    const make = methodMaker(send, (read, key) => new Pages(read, (page) => page[key]));
    this.clients = makeClients(make);
    this.accounts = makeAccounts(make);
    this.cards = makeCards(make);
    this.cardSettings = makeCardSettings(make);
    this.embossing = makeEmbossing(make);
    this.restrictions = makeRestrictions(make);
    this.insurances = makeInsurances(make);
    this.limits = makeLimits(make);
    this.authorizations = makeAuthorizations(make);
    this.backtests = makeBacktests(make);
    this.merchantLists = makeMerchantLists(make);
    this.rules = makeRules(make);
    this.programs = makePrograms(make);
    this.tokens = makeTokens(make);
    this.tokenNotifications = makeTokenNotifications(make);
    this.webhookEndpoints = makeWebhookEndpoints(make);
    this.events = makeEvents(make);
    this.audit = makeAudit(make);
    this.contractWarnings = makeContractWarnings(make);
    this.merchants = makeMerchants(make);
    this.merchantApplications = makeMerchantApplications(make);
    this.denyList = makeDenyList(make);
    this.people = makePeople(make);
    this.sessions = makeSessions(make);
    this.baseUrl = settings.baseUrl;
  }

  /** Any operation of the contract, for a program that learns only while it runs which one it is. */
  call(operation: Operation, { ids = {}, query = {}, body, options = {} }: NamedCall = {}): Pending<unknown> {
    return this.#send({ operation, ids, query, body, options });
  }

  /** The headers that say who calls, and the caller's bank: for what no operation has, such as a stream of the sandbox. */
  identify(signal?: AbortSignal): Promise<Identity> {
    return this.#caller.identify(signal);
  }

  toJSON(): object {
    return { baseUrl: this.baseUrl };
  }

  /** As Node prints it: short, and without anything secret. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `${this.constructor.name} { baseUrl: '${this.baseUrl}' }`;
  }
}
