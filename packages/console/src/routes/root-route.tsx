import { createRootRoute } from '@tanstack/react-router';
import { ErrorPage, NotFoundPage } from '../frame/error-pages.tsx';
import { Frame } from '../frame/frame.tsx';

/** What every screen stands in. */
export const rootRoute = createRootRoute({
  component: Frame,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
});
export const getParentRoute = () => rootRoute;
