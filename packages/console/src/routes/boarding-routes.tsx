import { createRoute } from '@tanstack/react-router';
import { getParentRoute } from './root-route.tsx';
import { screen } from './screen.ts';

/** The routes for merchants that are prepared. */
const drafts = createRoute({
  getParentRoute,
  path: '/merchants/drafts',
  component: screen(() => import('../screens/boarding/drafts-page.tsx'), 'DraftsPage'),
});

const draft = createRoute({
  getParentRoute,
  path: '/merchants/drafts/$draftId',
  component: screen(() => import('../screens/boarding/draft-page.tsx'), 'DraftPage'),
});

const file = createRoute({
  getParentRoute,
  path: '/merchants/file',
  component: screen(() => import('../screens/boarding/file-page.tsx'), 'FilePage'),
});

export const BOARDING_ROUTES = [drafts, draft, file] as const;
