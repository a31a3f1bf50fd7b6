import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { RULE_PARAMS } from '../parts/rule/proposed-rule.ts';
import { pickParams } from '../search-params.ts';
import { getParentRoute } from './root-route.tsx';

/** The routes for the bank's own rules, the lists that they use, and the bank's decision partner. */
const rules = createRoute({
  getParentRoute,
  path: '/rules',
  validateSearch: pickParams('state'),
  component: lazyRouteComponent(() => import('../screens/rules/rules-page.tsx'), 'RulesPage'),
});

const newRule = createRoute({
  getParentRoute,
  path: '/rules/new',
  validateSearch: pickParams(...RULE_PARAMS),
  component: lazyRouteComponent(() => import('../screens/rules/new-rule-page.tsx'), 'NewRulePage'),
});

const rule = createRoute({
  getParentRoute,
  path: '/rules/$ruleId',
  validateSearch: pickParams('version'),
  component: lazyRouteComponent(() => import('../screens/rules/rule-page.tsx'), 'RulePage'),
});

const editRule = createRoute({
  getParentRoute,
  path: '/rules/$ruleId/edit',
  validateSearch: pickParams('version'),
  component: lazyRouteComponent(() => import('../screens/rules/edit-rule-page.tsx'), 'EditRulePage'),
});

const lists = createRoute({
  getParentRoute,
  path: '/lists',
  component: lazyRouteComponent(() => import('../screens/lists/lists-page.tsx'), 'ListsPage'),
});

const list = createRoute({
  getParentRoute,
  path: '/lists/$name',
  component: lazyRouteComponent(() => import('../screens/lists/list-page.tsx'), 'ListPage'),
});

const partner = createRoute({
  getParentRoute,
  path: '/partner',
  component: lazyRouteComponent(() => import('../screens/partner/partner-page.tsx'), 'PartnerPage'),
});

export const RULE_ROUTES = [rules, newRule, rule, editRule, lists, list, partner] as const;
