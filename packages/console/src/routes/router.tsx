import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { HomeRedirect } from '../frame/home-redirect.tsx';
import { Loading } from '../parts/page/loading.tsx';
import { parseSearch, pickParams, stringifySearch } from '../search-params.ts';
import { DECISION_ROUTES } from './decision-routes.tsx';
import { PROGRAM_ROUTES } from './program-routes.tsx';
import { getParentRoute, rootRoute } from './root-route.tsx';
import { RULE_ROUTES } from './rule-routes.tsx';

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
  component: lazyRouteComponent(() => import('../screens/customer/customer-page.tsx'), 'CustomerPage'),
});

const account = createRoute({
  getParentRoute,
  path: '/accounts/$accountNumber',
  component: lazyRouteComponent(() => import('../screens/account/account-page.tsx'), 'AccountPage'),
});

const controls = createRoute({
  getParentRoute,
  path: '/accounts/$accountNumber/controls',
  component: lazyRouteComponent(() => import('../screens/controls/controls-page.tsx'), 'ControlsPage'),
});

const card = createRoute({
  getParentRoute,
  path: '/cards/$exid',
  component: lazyRouteComponent(() => import('../screens/card/card-page.tsx'), 'CardPage'),
});

const webhooks = createRoute({
  getParentRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../screens/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const newEndpoint = createRoute({
  getParentRoute,
  path: '/webhooks/new',
  component: lazyRouteComponent(() => import('../screens/webhooks/new-endpoint-page.tsx'), 'NewEndpointPage'),
});

const endpoint = createRoute({
  getParentRoute,
  path: '/webhooks/$endpointId',
  validateSearch: pickParams('show', 'state', 'outcome', 'notification_id'),
  component: lazyRouteComponent(() => import('../screens/webhooks/endpoint-page.tsx'), 'EndpointPage'),
});

const editEndpoint = createRoute({
  getParentRoute,
  path: '/webhooks/$endpointId/edit',
  component: lazyRouteComponent(() => import('../screens/webhooks/edit-endpoint-page.tsx'), 'EditEndpointPage'),
});

const events = createRoute({
  getParentRoute,
  path: '/events',
  validateSearch: pickParams('type', 'stream', 'from', 'to'),
  component: lazyRouteComponent(() => import('../screens/webhooks/events-page.tsx'), 'EventsPage'),
});

const event = createRoute({
  getParentRoute,
  path: '/events/$notificationId',
  component: lazyRouteComponent(() => import('../screens/webhooks/event-page.tsx'), 'EventPage'),
});

const queue = createRoute({
  getParentRoute,
  path: '/merchants',
  validateSearch: pickParams('q', 'status', 'hits', 'kind', 'age'),
  component: lazyRouteComponent(() => import('../screens/merchants/queue-page.tsx'), 'QueuePage'),
});

const merchants = createRoute({
  getParentRoute,
  path: '/merchants/all',
  validateSearch: pickParams('q', 'status', 'merchantState'),
  component: lazyRouteComponent(() => import('../screens/merchants/merchant-list-page.tsx'), 'MerchantListPage'),
});

const application = createRoute({
  getParentRoute,
  path: '/merchants/$applicationId',
  validateSearch: pickParams('merchant', 'status', 'hits'),
  component: lazyRouteComponent(() => import('../screens/application/application-page.tsx'), 'ApplicationPage'),
});

const audit = createRoute({
  getParentRoute,
  path: '/audit',
  validateSearch: pickParams('from', 'to', 'actor', 'operation', 'subject', 'outcome', 'reads'),
  component: lazyRouteComponent(() => import('../screens/audit/audit-page.tsx'), 'AuditPage'),
});

// Not /people and /sessions, because these are paths of operations.
const people = createRoute({
  getParentRoute,
  path: '/team',
  component: lazyRouteComponent(() => import('../screens/people/people-page.tsx'), 'PeoplePage'),
});

const ownSessions = createRoute({
  getParentRoute,
  path: '/my-sessions',
  component: lazyRouteComponent(() => import('../screens/people/my-sessions-page.tsx'), 'MySessionsPage'),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...[arrival, find, customer, account, controls, card],
    ...DECISION_ROUTES,
    ...PROGRAM_ROUTES,
    ...RULE_ROUTES,
    ...[queue, merchants, application],
    ...[webhooks, newEndpoint, endpoint, editEndpoint, events, event],
    ...[audit, people, ownSessions],
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
