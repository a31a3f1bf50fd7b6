import { createRoute } from '@tanstack/react-router';
import { pickParams } from '../search-params.ts';
import { getParentRoute } from './root-route.tsx';
import { screen } from './screen.ts';

/** The routes for endpoints and their events. */
const webhooks = createRoute({
  getParentRoute,
  path: '/webhooks',
  component: screen(() => import('../screens/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const newEndpoint = createRoute({
  getParentRoute,
  path: '/webhooks/new',
  component: screen(() => import('../screens/webhooks/new-endpoint-page.tsx'), 'NewEndpointPage'),
});

const endpoint = createRoute({
  getParentRoute,
  path: '/webhooks/$endpointId',
  validateSearch: pickParams('show', 'state', 'outcome', 'notification_id'),
  component: screen(() => import('../screens/webhooks/endpoint-page.tsx'), 'EndpointPage'),
});

const editEndpoint = createRoute({
  getParentRoute,
  path: '/webhooks/$endpointId/edit',
  component: screen(() => import('../screens/webhooks/edit-endpoint-page.tsx'), 'EditEndpointPage'),
});

const events = createRoute({
  getParentRoute,
  path: '/events',
  validateSearch: pickParams('type', 'stream', 'from', 'to'),
  component: screen(() => import('../screens/webhooks/events-page.tsx'), 'EventsPage'),
});

const event = createRoute({
  getParentRoute,
  path: '/events/$notificationId',
  component: screen(() => import('../screens/webhooks/event-page.tsx'), 'EventPage'),
});

const eventTypes = createRoute({
  getParentRoute,
  path: '/events/types',
  component: screen(() => import('../screens/webhooks/event-types-page.tsx'), 'EventTypesPage'),
});

export const WEBHOOK_ROUTES = [webhooks, newEndpoint, endpoint, editEndpoint, events, event, eventTypes] as const;
