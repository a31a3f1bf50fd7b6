import { createRoute } from '@tanstack/react-router';
import { pickParams } from '../search-params.ts';
import { getParentRoute } from './root-route.tsx';
import { screen } from './screen.ts';

/** The routes for past and hypothetical decisions. */
const overview = createRoute({
  getParentRoute,
  path: '/overview',
  validateSearch: pickParams('span', 'currency', 'caller'),
  component: screen(() => import('../screens/overview/overview-page.tsx'), 'OverviewPage'),
});

const authorizations = createRoute({
  getParentRoute,
  path: '/authorizations',
  validateSearch: pickParams(
    ...['account_number', 'card', 'bin', 'from', 'to', 'state', 'action_code', 'rule'],
    ...['merchant', 'mcc', 'country', 'channel', 'acquirer', 'min_amount', 'max_amount', 'late_partner_answer', 'open'],
  ),
  component: screen(() => import('../screens/authorizations/authorizations-page.tsx'), 'AuthorizationsPage'),
});

const decision = createRoute({
  getParentRoute,
  path: '/authorizations/$reference',
  validateSearch: pickParams('acquiring_institution_code', 'system_trace_audit_number', 'tab'),
  component: screen(() => import('../screens/decision/decision-page.tsx'), 'DecisionPage'),
});

const whatIf = createRoute({
  getParentRoute,
  path: '/authorizations/$reference/what-if',
  validateSearch: pickParams('acquiring_institution_code', 'system_trace_audit_number'),
  component: screen(() => import('../screens/decision/what-if-page.tsx'), 'WhatIfPage'),
});

const composed = createRoute({
  getParentRoute,
  path: '/what-if',
  validateSearch: pickParams(...['of', 'card', 'amount', 'currency', 'mcc', 'country', 'merchant', 'channel', 'set']),
  component: screen(() => import('../screens/what-if/compose-page.tsx'), 'ComposePage'),
});

const backtest = createRoute({
  getParentRoute,
  path: '/backtest',
  validateSearch: pickParams('of', 'account_number', 'from', 'until', 'set', 'restrict', 'run'),
  component: screen(() => import('../screens/backtest/backtest-page.tsx'), 'BacktestPage'),
});

const tokenRequests = createRoute({
  getParentRoute,
  path: '/token-requests',
  validateSearch: pickParams(
    ...['outcome', 'reason', 'rule', 'requestor', 'network', 'card', 'token', 'from', 'to', 'open', 'charts'],
  ),
  component: screen(() => import('../screens/token-requests/token-requests-page.tsx'), 'TokenRequestsPage'),
});

const tokenRequest = createRoute({
  getParentRoute,
  path: '/token-requests/$decisionId',
  component: screen(() => import('../screens/token-requests/token-request-page.tsx'), 'TokenRequestPage'),
});

const tokenWhatIf = createRoute({
  getParentRoute,
  path: '/token-requests/what-if',
  validateSearch: pickParams('of', 'card'),
  component: screen(() => import('../screens/token-requests/request-what-if-page.tsx'), 'RequestWhatIfPage'),
});

export const DECISION_ROUTES = [
  ...[overview, authorizations, decision, whatIf, composed, backtest],
  ...[tokenRequests, tokenRequest, tokenWhatIf],
] as const;
