import type { WebhookEndpoint } from '@cardwright/contract';

/** The health of an endpoint in one word. A state that its owner set takes precedence over delivery results. */
export function endpointHealth({
  state,
  failing_since: failing,
}: Pick<WebhookEndpoint, 'state' | 'failing_since'>): string {
  if (state !== 'ACTIVE') return state;
  return failing === null ? 'HEALTHY' : 'FAILING';
}

/** The display name of an endpoint. */
export function endpointName({ description, url }: Pick<WebhookEndpoint, 'description' | 'url'>): string {
  return description === '' ? endpointHost(url) : description;
}

function endpointHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
