import type { WebhookEndpoint } from '@cardwright/contract';
import type { ParametersOf } from '@cardwright/sdk/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';
import { usePages } from '../../session/use-pages.ts';

/** The interval at which deliveries are polled. */
const AGAIN_MS = 10_000;

export function useEndpoints() {
  const client = useClient();
  return useQuery({
    queryKey: ['webhooks', 'endpoints'],
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }) => client.webhookEndpoints.list({ signal }),
  });
}

export function useEndpoint(endpointId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['webhooks', 'endpoint', endpointId],
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }) => client.webhookEndpoints.retrieve(endpointId, { signal }),
  });
}

/** Reads the last attempt, which shows the health of an endpoint. */
export function useLastAttempt(endpointId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['webhooks', 'attempts', endpointId, 'last'],
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }) => {
      const { attempts } = await client.webhookEndpoints.listAttempts(endpointId, { limit: '1' }, { signal });
      return attempts[0] ?? null;
    },
  });
}

export type FilterValues = Readonly<Record<string, string>>;

export function useMessages(endpointId: string, filters: FilterValues) {
  const client = useClient();
  return usePages(['webhooks', 'messages', endpointId, filters], (cursor, options) =>
    client.webhookEndpoints.listMessages(endpointId, { ...filters, ...cursor } as never, options),
  );
}

export function useAttempts(endpointId: string, filters: FilterValues) {
  const client = useClient();
  return usePages(['webhooks', 'attempts', endpointId, filters], (cursor, options) =>
    client.webhookEndpoints.listAttempts(endpointId, { ...filters, ...cursor } as never, options),
  );
}

export function useEvent(notificationId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['webhooks', 'event', notificationId],
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }) => client.events.retrieve(notificationId, { signal }),
  });
}

/** Changes endpoints and their messages, and invalidates all webhook queries. */
export function useWebhookChanges() {
  const client = useClient();
  const cache = useQueryClient();
  const again = () => cache.invalidateQueries({ queryKey: ['webhooks'] });
  const { webhookEndpoints: calls } = client;
  return {
    register: async (body: ParametersOf<'webhookEndpoints.register'>) => {
      const endpoint = await calls.register(body);
      void again();
      return endpoint;
    },
    update: async (endpointId: string, body: ParametersOf<'webhookEndpoints.update'>) => {
      const updated: WebhookEndpoint = await calls.update(endpointId, body);
      await again();
      return updated;
    },
    remove: async (endpointId: string, reason: string) => {
      await calls.delete(endpointId, reason === '' ? {} : { reason });
      await cache.invalidateQueries({ queryKey: ['webhooks', 'endpoints'] });
    },
    rotate: async (endpointId: string, overlap_seconds: string, reason: string) => {
      const keys = await calls.rotateSecret(endpointId, { overlap_seconds, ...(reason !== '' && { reason }) });
      void again();
      return keys;
    },
    test: async (endpointId: string, indicator: string) => {
      const attempt = await calls.test(endpointId, (indicator === '' ? {} : { indicator }) as never);
      void again();
      return attempt;
    },
    replay: async (endpointId: string, which: ParametersOf<'webhookEndpoints.replay'>) => {
      const { replayed } = await calls.replay(endpointId, which);
      await again();
      return replayed;
    },
    skip: async (endpointId: string, notificationId: string, reason: string) => {
      await calls.skipMessage(endpointId, notificationId, { reason });
      await again();
    },
  };
}
