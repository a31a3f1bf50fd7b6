import { loadPage, loadTag } from 'virtual:docs-parts';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '../../search-params.ts';
import { HomePage } from '../pages/home-page.tsx';
import { readSettings } from '../text/page-settings.ts';
import { DocsFrame } from './docs-frame.tsx';
import { DocumentError, MissingDocument } from './docs-notices.tsx';

/**
 * The routes of /docs. The content of a page loads with its route, so that a link with an anchor scrolls to its
 * section.
 */
const root = createRootRoute({
  loader: readSettings,
  staleTime: Number.POSITIVE_INFINITY,
  component: DocsFrame,
  notFoundComponent: MissingDocument,
  errorComponent: DocumentError,
});
const getParentRoute = () => root;

const home = createRoute({ getParentRoute, path: '/', component: HomePage });

const operation = createRoute({
  getParentRoute,
  path: '/operations/$id',
  validateSearch: ({ example }: Record<string, unknown>) => (typeof example === 'string' ? { example } : {}),
  loader: async ({ params: { id } }) => {
    const operations = (await loadTag[id.split('.')[0] ?? '']?.())?.default ?? [];
    const match = operations.find((each) => each.id === id);
    if (match === undefined) throw notFound();
    return match;
  },
  component: lazyRouteComponent(() => import('../pages/operation-page.tsx'), 'OperationPage'),
});

const contributors = createRoute({
  getParentRoute,
  path: '/guide/contributors',
  component: lazyRouteComponent(() => import('../pages/contributors-page.tsx'), 'ContributorsPage'),
});

const guide = createRoute({
  getParentRoute,
  path: '/guide/$',
  loader: async ({ params: { _splat = '' } }) => {
    const page = await loadPage[_splat.replace(/\.html$/, '') || 'index']?.();
    if (page === undefined) throw notFound();
    return page.default;
  },
  component: lazyRouteComponent(() => import('../pages/guide-page.tsx'), 'GuidePage'),
});

export const router = createRouter({
  routeTree: root.addChildren([home, operation, contributors, guide]),
  basepath: '/docs',
  parseSearch: parseSearch,
  stringifySearch: stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
});
