import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { keepNamed, readAddress, writeAddress } from './address.ts';
import { Arrival } from './frame/arrival.tsx';
import { Frame } from './frame/frame.tsx';
import { BrokenPage, MissingPage } from './frame/missing-page.tsx';
import { Loading } from './parts/loading.tsx';

/** The map of the console. Each screen comes when it is opened; what it shows of it stands in its address. */
const root = createRootRoute({ component: Frame, notFoundComponent: MissingPage, errorComponent: BrokenPage });
const getParentRoute = () => root;

const arrival = createRoute({ getParentRoute, path: '/', component: Arrival });

const find = createRoute({
  getParentRoute,
  path: '/find',
  validateSearch: keepNamed('q'),
  component: lazyRouteComponent(() => import('./screens/find/find-page.tsx'), 'FindPage'),
});

const overview = createRoute({
  getParentRoute,
  path: '/overview',
  validateSearch: keepNamed('span', 'currency'),
  component: lazyRouteComponent(() => import('./screens/overview/overview-page.tsx'), 'OverviewPage'),
});

const customer = createRoute({
  getParentRoute,
  path: '/customers/$customerId',
  component: lazyRouteComponent(() => import('./screens/customer/customer-page.tsx'), 'CustomerPage'),
});

const account = createRoute({
  getParentRoute,
  path: '/accounts/$accountNumber',
  component: lazyRouteComponent(() => import('./screens/account/account-page.tsx'), 'AccountPage'),
});

const controls = createRoute({
  getParentRoute,
  path: '/accounts/$accountNumber/controls',
  component: lazyRouteComponent(() => import('./screens/controls/controls-page.tsx'), 'ControlsPage'),
});

const card = createRoute({
  getParentRoute,
  path: '/cards/$exid',
  component: lazyRouteComponent(() => import('./screens/card/card-page.tsx'), 'CardPage'),
});

const authorizations = createRoute({
  getParentRoute,
  path: '/authorizations',
  validateSearch: keepNamed(
    ...['account_number', 'card', 'from', 'to', 'state', 'action_code', 'rule'],
    ...['merchant', 'mcc', 'country', 'min_amount', 'max_amount'],
  ),
  component: lazyRouteComponent(() => import('./screens/authorizations/authorizations-page.tsx'), 'AuthorizationsPage'),
});

const decision = createRoute({
  getParentRoute,
  path: '/authorizations/$reference',
  validateSearch: keepNamed('acquiring_institution_code', 'system_trace_audit_number'),
  component: lazyRouteComponent(() => import('./screens/decision/decision-page.tsx'), 'DecisionPage'),
});

const whatIf = createRoute({
  getParentRoute,
  path: '/authorizations/$reference/what-if',
  validateSearch: keepNamed('acquiring_institution_code', 'system_trace_audit_number'),
  component: lazyRouteComponent(() => import('./screens/decision/what-if-page.tsx'), 'WhatIfPage'),
});

const webhooks = createRoute({
  getParentRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./screens/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const newEndpoint = createRoute({
  getParentRoute,
  path: '/webhooks/new',
  component: lazyRouteComponent(() => import('./screens/webhooks/new-endpoint-page.tsx'), 'NewEndpointPage'),
});

const endpoint = createRoute({
  getParentRoute,
  path: '/webhooks/$endpointId',
  validateSearch: keepNamed('show', 'state', 'outcome', 'notification_id'),
  component: lazyRouteComponent(() => import('./screens/webhooks/endpoint-page.tsx'), 'EndpointPage'),
});

const editEndpoint = createRoute({
  getParentRoute,
  path: '/webhooks/$endpointId/edit',
  component: lazyRouteComponent(() => import('./screens/webhooks/edit-endpoint-page.tsx'), 'EditEndpointPage'),
});

const events = createRoute({
  getParentRoute,
  path: '/events',
  validateSearch: keepNamed('type', 'stream', 'from', 'to'),
  component: lazyRouteComponent(() => import('./screens/webhooks/events-page.tsx'), 'EventsPage'),
});

const event = createRoute({
  getParentRoute,
  path: '/events/$notificationId',
  component: lazyRouteComponent(() => import('./screens/webhooks/event-page.tsx'), 'EventPage'),
});

const composed = createRoute({
  getParentRoute,
  path: '/what-if',
  validateSearch: keepNamed(...['of', 'card', 'amount', 'currency', 'mcc', 'country', 'merchant', 'channel', 'set']),
  component: lazyRouteComponent(() => import('./screens/what-if/compose-page.tsx'), 'ComposePage'),
});

const backtest = createRoute({
  getParentRoute,
  path: '/backtest',
  validateSearch: keepNamed('account_number', 'from', 'until', 'set'),
  component: lazyRouteComponent(() => import('./screens/backtest/backtest-page.tsx'), 'BacktestPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    ...[
      arrival,
      find,
      overview,
      customer,
      account,
      controls,
      card,
      authorizations,
      decision,
      whatIf,
      composed,
      backtest,
    ],
    ...[webhooks, newEndpoint, endpoint, editEndpoint, events, event],
  ]),
  basepath: '/console',
  parseSearch: readAddress,
  stringifySearch: writeAddress,
  // a link that is pointed at brings its screen before it is followed
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
