import { createRootRoute } from '@tanstack/react-router';
import { Frame } from '../frame/frame.tsx';
import { BrokenPage, MissingPage } from '../frame/missing-page.tsx';

/** What every screen stands in. */
export const root = createRootRoute({ component: Frame, notFoundComponent: MissingPage, errorComponent: BrokenPage });
export const getParentRoute = () => root;
