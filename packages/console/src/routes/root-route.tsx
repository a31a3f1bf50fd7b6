import { createRootRoute } from '@tanstack/react-router';
import { ErrorPage, NotFoundPage } from '../frame/error-pages.tsx';
import { Frame } from '../frame/frame.tsx';

/** The root of every screen. */
export const rootRoute = createRootRoute({
  component: Frame,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
});
export const getParentRoute = () => rootRoute;
