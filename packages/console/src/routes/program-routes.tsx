import { createRoute } from '@tanstack/react-router';
import { pickParams } from '../search-params.ts';
import { getParentRoute } from './root-route.tsx';
import { screen } from './screen.ts';

/** The routes for products and their programs. */
const programs = createRoute({
  getParentRoute,
  path: '/programs',
  component: screen(() => import('../screens/programs/programs-page.tsx'), 'ProgramsPage'),
});

const program = createRoute({
  getParentRoute,
  path: '/programs/$productCode',
  validateSearch: pickParams('account_number', 'one', 'other'),
  component: screen(() => import('../screens/programs/program-page.tsx'), 'ProgramPage'),
});

const newVersion = createRoute({
  getParentRoute,
  path: '/programs/$productCode/new',
  validateSearch: pickParams('account_number', 'from', 'run', 'today', 'shared'),
  component: screen(() => import('../screens/programs/new-version-page.tsx'), 'NewVersionPage'),
});

export const PROGRAM_ROUTES = [programs, program, newVersion] as const;
