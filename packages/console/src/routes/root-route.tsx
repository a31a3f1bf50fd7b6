import { createRootRoute } from '@tanstack/react-router';
import { ErrorPage, NotFoundPage } from '../frame/error-pages.tsx';
import { Frame } from '../frame/frame.tsx';
import { loadWordsOf } from '../words/load-language.ts';

/** The root of every screen. */
export const rootRoute = createRootRoute({
  beforeLoad: ({ location }) => loadWordsOf(location.pathname),
  component: Frame,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
});
export const getParentRoute = () => rootRoute;
