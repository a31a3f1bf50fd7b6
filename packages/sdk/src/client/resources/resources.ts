// Written by scripts/write-docs.mjs from the operations of the contract. Do not edit it.
import type { MethodFactory } from '../call-method.ts';
import { type AccountCalls, makeAccounts } from './accounts.ts';
import { type AuditCalls, makeAudit } from './audit.ts';
import { type AuthorizationCalls, makeAuthorizations } from './authorizations.ts';
import { type BacktestCalls, makeBacktests } from './backtests.ts';
import { type CardSettingCalls, makeCardSettings } from './card-settings.ts';
import { type CardCalls, makeCards } from './cards.ts';
import { type ChangeRequestCalls, makeChangeRequests } from './change-requests.ts';
import { type ClientCalls, makeClients } from './clients.ts';
import { type ContractWarningCalls, makeContractWarnings } from './contract-warnings.ts';
import { type DenyListCalls, makeDenyList } from './deny-list.ts';
import { type EmbossingCalls, makeEmbossing } from './embossing.ts';
import { type EventCalls, makeEvents } from './events.ts';
import { type InsuranceCalls, makeInsurances } from './insurances.ts';
import { type LimitCalls, makeLimits } from './limits.ts';
import { type MerchantApplicationCalls, makeMerchantApplications } from './merchant-applications.ts';
import { type MerchantDraftCalls, makeMerchantDrafts } from './merchant-drafts.ts';
import { type MerchantListCalls, makeMerchantLists } from './merchant-lists.ts';
import { type MerchantCalls, makeMerchants } from './merchants.ts';
import { makePeople, type PeopleCalls } from './people.ts';
import { makePrograms, type ProgramCalls } from './programs.ts';
import { makeRestrictions, type RestrictionCalls } from './restrictions.ts';
import { makeRules, type RuleCalls } from './rules.ts';
import { makeSessions, type SessionCalls } from './sessions.ts';
import { makeTokenNotifications, type TokenNotificationCalls } from './token-notifications.ts';
import { makeTokens, type TokenCalls } from './tokens.ts';
import { makeWebhookEndpoints, type WebhookEndpointCalls } from './webhook-endpoints.ts';

/** Every operation of the interface, as methods of the resources that they are about. */
export class Resources {
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
  readonly merchantDrafts: MerchantDraftCalls;
  readonly denyList: DenyListCalls;
  readonly changeRequests: ChangeRequestCalls;
  readonly people: PeopleCalls;
  readonly sessions: SessionCalls;

  constructor(make: MethodFactory) {
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
    this.merchantDrafts = makeMerchantDrafts(make);
    this.denyList = makeDenyList(make);
    this.changeRequests = makeChangeRequests(make);
    this.people = makePeople(make);
    this.sessions = makeSessions(make);
  }
}
