import type { Amina } from './amina.ts';
import type { ReviewedShops } from './console-merchants.ts';
import type { NotifiedEndpoints } from './notified-endpoints.ts';
import type { ProgramFixtures } from './program-fixtures.ts';
import type { RuleFixtures } from './rule-fixtures.ts';

export interface ConsoleScreen {
  readonly name: string;
  /** A person of the sandbox who may see all of it. */
  readonly person: string;
  readonly path: string;
}

interface ScreenRecords {
  readonly amina: Amina;
  readonly endpoints: NotifiedEndpoints;
  readonly shops: ReviewedShops;
  /** The id of a backtest of the whole bank. */
  readonly run: string;
  /** The decision about a request for a token. */
  readonly tokenRequest: string;
  readonly offer: ProgramFixtures;
  readonly made: RuleFixtures;
}

/** Returns every screen of the console that has content, grouped by person. */
export function consoleScreens({
  amina,
  endpoints,
  shops,
  run,
  tokenRequest,
  offer,
  made,
}: ScreenRecords): readonly ConsoleScreen[] {
  const of = (person: string, paths: Readonly<Record<string, string>>): ConsoleScreen[] =>
    Object.entries(paths).map(([name, path]) => ({ name, person, path }));
  return [
    ...of('layla', {
      'customer-agent': `/customers/${amina.customerId}`,
      'decision-agent': `/authorizations/${amina.declined}`,
      'tasks-agent': '/tasks',
    }),
    ...of('omar', {
      find: '/find?q=amina',
      customer: `/customers/${amina.customerId}`,
      account: `/accounts/${amina.accountNumber}`,
      controls: `/accounts/${amina.accountNumber}/controls`,
      card: `/cards/${amina.card.exid}`,
      overview: '/overview?span=week',
      authorizations: `/authorizations?account_number=${amina.accountNumber}`,
      decision: `/authorizations/${amina.declined}`,
      'what-if': `/authorizations/${amina.declined}/what-if`,
      'token-requests': '/token-requests?charts=on',
      'token-request': `/token-requests/${tokenRequest}`,
      'token-what-if': `/token-requests/what-if?of=${tokenRequest}`,
      compose: `/what-if?of=${amina.accountNumber}&amount=25.00&mcc=5411&country=AE&set=ecomStatus%3DOFF`,
      backtest: `/backtest?account_number=${amina.accountNumber}&set=ecomStatus%3DOFF`,
      'backtest-bank': `/backtest?of=bank&set=ecomStatus%3DOFF&run=${run}`,
      programs: '/programs',
      program: `/programs/${offer.productCode}?account_number=${amina.accountNumber}`,
      'program-new': `/programs/${offer.productCode}/new?run=${offer.run}&account_number=${amina.accountNumber}`,
      rules: '/rules',
      rule: `/rules/${made.proposed}`,
      'rule-live': `/rules/${made.live}?version=1`,
      'rule-new': '/rules/new',
      'rule-new-token': '/rules/new?on=provisioning',
      'rule-edit': `/rules/${made.proposed}/edit`,
      promises: '/promises?edit=new',
      lists: '/lists',
      list: `/lists/${made.list}`,
      partner: '/partner',
    }),
    ...of('noor', {
      'overview-analyst': '/overview?span=week',
      'rule-analyst': `/rules/${made.live}`,
      'list-analyst': `/lists/${made.list}`,
    }),
    ...of('salim', {
      health: '/overview',
      'rule-approval': `/rules/${made.proposed}`,
      approvals: '/approvals',
      tasks: '/tasks',
      webhooks: '/webhooks',
      endpoint: `/webhooks/${endpoints.failing}`,
      'endpoint-attempts': `/webhooks/${endpoints.failing}?show=attempts`,
      'endpoint-keys': `/webhooks/${endpoints.healthy}?show=keys`,
      'endpoint-new': '/webhooks/new',
      'endpoint-edit': `/webhooks/${endpoints.failing}/edit`,
      events: '/events',
      event: `/events/${endpoints.event}`,
      'event-types': '/events/types',
      people: '/team',
      sessions: '/my-sessions',
    }),
    ...of('karim', { service: '/service', networks: '/networks' }),
    ...of('rania', {
      audit: '/audit',
    }),
    ...of('mariam', {
      'review-queue': '/merchants?relation=ANY&status=ANY',
      merchants: '/merchants/all',
      application: `/merchants/${shops.games.applicationId}`,
      'application-many': `/merchants/${shops.mall.applicationId}?hits=OPEN`,
      'application-asked': `/merchants/${shops.awaitingInformation.applicationId}`,
      'application-amendment': `/merchants/${shops.amended.amendment}`,
    }),
    ...of('yusuf', {
      'application-approver': `/merchants/${shops.games.applicationId}`,
      'approvals-acquirer': '/approvals',
      'onboarding-rules': '/merchants/onboarding-rules',
      'onboarding-rules-edit': '/merchants/onboarding-rules/edit',
    }),
    ...of('hassan', {
      'application-boarding': `/merchants/${shops.awaitingInformation.applicationId}`,
      'boarding-drafts': '/merchants/drafts',
      'boarding-new': '/merchants/drafts/new',
      'boarding-file': '/merchants/file',
      'application-boarded': `/merchants/${shops.amended.applicationId}`,
    }),
  ];
}
