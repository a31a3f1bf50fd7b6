import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { HomeRedirect } from '../frame/home-redirect.tsx';
import { Loading } from '../parts/page/loading.tsx';
import { parseSearch, pickParams, stringifySearch } from '../search-params.ts';
import { BOARDING_ROUTES } from './boarding-routes.tsx';
import { DECISION_ROUTES } from './decision-routes.tsx';
import { PROGRAM_ROUTES } from './program-routes.tsx';
import { getParentRoute, rootRoute } from './root-route.tsx';
import { RULE_ROUTES } from './rule-routes.tsx';
import { screen } from './screen.ts';
import { WEBHOOK_ROUTES } from './webhook-routes.tsx';

/** The routes of the console. Each screen loads when it opens, and its address holds its view state. */
const arrival = createRoute({ getParentRoute, path: '/', component: HomeRedirect });

const find = createRoute({
  getParentRoute,
  path: '/find',
  validateSearch: pickParams('q'),
  component: lazyRouteComponent(() => import('../screens/find/find-page.tsx'), 'FindPage'),
});

const customer = createRoute({
  getParentRoute,
  path: '/customers/$customerId',
  component: screen(() => import('../screens/customer/customer-page.tsx'), 'CustomerPage'),
});

const account = createRoute({
  getParentRoute,
  path: '/accounts/$accountNumber',
  component: screen(() => import('../screens/account/account-page.tsx'), 'AccountPage'),
});

const controls = createRoute({
  getParentRoute,
  path: '/accounts/$accountNumber/controls',
  component: screen(() => import('../screens/controls/controls-page.tsx'), 'ControlsPage'),
});

const card = createRoute({
  getParentRoute,
  path: '/cards/$exid',
  component: screen(() => import('../screens/card/card-page.tsx'), 'CardPage'),
});

const queue = createRoute({
  getParentRoute,
  path: '/merchants',
  validateSearch: pickParams('q', 'status', 'hits', 'kind', 'age', 'relation'),
  component: screen(() => import('../screens/merchants/queue-page.tsx'), 'QueuePage'),
});

const merchants = createRoute({
  getParentRoute,
  path: '/merchants/all',
  validateSearch: pickParams('q', 'status', 'merchantState'),
  component: screen(() => import('../screens/merchants/merchant-list-page.tsx'), 'MerchantListPage'),
});

const denyList = createRoute({
  getParentRoute,
  path: '/merchants/deny-list',
  component: screen(() => import('../screens/merchants/deny-list-page.tsx'), 'DenyListPage'),
});

const onboardingRules = createRoute({
  getParentRoute,
  path: '/merchants/onboarding-rules',
  validateSearch: pickParams('version'),
  component: screen(() => import('../screens/merchants/onboarding-rules-page.tsx'), 'OnboardingRulesPage'),
});

const editOnboardingRules = createRoute({
  getParentRoute,
  path: '/merchants/onboarding-rules/edit',
  validateSearch: pickParams('version'),
  component: screen(() => import('../screens/merchants/edit-onboarding-rules-page.tsx'), 'EditOnboardingRulesPage'),
});

const application = createRoute({
  getParentRoute,
  path: '/merchants/$applicationId',
  validateSearch: pickParams('merchant', 'status', 'hits'),
  component: screen(() => import('../screens/application/application-page.tsx'), 'ApplicationPage'),
});

const audit = createRoute({
  getParentRoute,
  path: '/audit',
  validateSearch: pickParams('from', 'to', 'actor', 'operation', 'subject', 'containing', 'reads'),
  component: screen(() => import('../screens/audit/audit-page.tsx'), 'AuditPage'),
});

const networks = createRoute({
  getParentRoute,
  path: '/networks',
  component: screen(() => import('../screens/networks/networks-page.tsx'), 'NetworksPage'),
});

const service = createRoute({
  getParentRoute,
  path: '/service',
  component: screen(() => import('../screens/service/service-page.tsx'), 'ServicePage'),
});

// Not /people, /sessions and /service-status, because these are paths of the server.
const people = createRoute({
  getParentRoute,
  path: '/team',
  component: screen(() => import('../screens/people/people-page.tsx'), 'PeoplePage'),
});

const ownSessions = createRoute({
  getParentRoute,
  path: '/my-sessions',
  component: screen(() => import('../screens/people/my-sessions-page.tsx'), 'MySessionsPage'),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...[arrival, find, customer, account, controls, card],
    ...DECISION_ROUTES,
    ...PROGRAM_ROUTES,
    ...RULE_ROUTES,
    ...[queue, merchants, denyList, onboardingRules, editOnboardingRules, application],
    ...BOARDING_ROUTES,
    ...WEBHOOK_ROUTES,
    ...[audit, networks, service, people, ownSessions],
  ]),
  basepath: '/console',
  parseSearch: parseSearch,
  stringifySearch: stringifySearch,
  // Hovering over a link loads its screen in advance.
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
