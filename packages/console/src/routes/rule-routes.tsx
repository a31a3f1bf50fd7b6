import { createRoute } from '@tanstack/react-router';
import { RULE_PARAMS } from '../parts/rule/proposed-rule.ts';
import { pickParams } from '../search-params.ts';
import { getParentRoute } from './root-route.tsx';
import { screen } from './screen.ts';

/**
 * The routes for the bank's own rules, the lists that they use, changes that wait for a second person, tasks, and the
 * bank's decision partner.
 */
const rules = createRoute({
  getParentRoute,
  path: '/rules',
  validateSearch: pickParams('state'),
  component: screen(() => import('../screens/rules/rules-page.tsx'), 'RulesPage'),
});

const newRule = createRoute({
  getParentRoute,
  path: '/rules/new',
  validateSearch: pickParams(...RULE_PARAMS, 'on'),
  component: screen(() => import('../screens/rules/new-rule-page.tsx'), 'NewRulePage'),
});

const rule = createRoute({
  getParentRoute,
  path: '/rules/$ruleId',
  validateSearch: pickParams('version', 'tab'),
  component: screen(() => import('../screens/rules/rule-page.tsx'), 'RulePage'),
});

const editRule = createRoute({
  getParentRoute,
  path: '/rules/$ruleId/edit',
  validateSearch: pickParams('version'),
  component: screen(() => import('../screens/rules/edit-rule-page.tsx'), 'EditRulePage'),
});

const promises = createRoute({
  getParentRoute,
  path: '/promises',
  validateSearch: pickParams('edit'),
  component: screen(() => import('../screens/promises/promises-page.tsx'), 'PromisesPage'),
});

const lists = createRoute({
  getParentRoute,
  path: '/lists',
  component: screen(() => import('../screens/lists/lists-page.tsx'), 'ListsPage'),
});

const list = createRoute({
  getParentRoute,
  path: '/lists/$name',
  component: screen(() => import('../screens/lists/list-page.tsx'), 'ListPage'),
});

const approvals = createRoute({
  getParentRoute,
  path: '/approvals',
  validateSearch: pickParams('state', 'request'),
  component: screen(() => import('../screens/approvals/approvals-page.tsx'), 'ApprovalsPage'),
});

const tasks = createRoute({
  getParentRoute,
  path: '/tasks',
  validateSearch: pickParams('show', 'open'),
  component: screen(() => import('../screens/tasks/tasks-page.tsx'), 'TasksPage'),
});

const partner = createRoute({
  getParentRoute,
  path: '/partner',
  component: screen(() => import('../screens/partner/partner-page.tsx'), 'PartnerPage'),
});

export const RULE_ROUTES = [rules, newRule, rule, editRule, promises, lists, list, approvals, tasks, partner] as const;
