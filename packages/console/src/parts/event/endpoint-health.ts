import type { WebhookEndpoint } from '@cardwright/contract';

/** How an endpoint fares, as one word: what its owner set comes before what receivers answer. */
export function endpointHealth({
  state,
  failing_since: failing,
}: Pick<WebhookEndpoint, 'state' | 'failing_since'>): string {
  if (state !== 'ACTIVE') return state;
  return failing === null ? 'HEALTHY' : 'FAILING';
}

/** What people call an endpoint. */
export function endpointName({ description, url }: Pick<WebhookEndpoint, 'description' | 'url'>): string {
  return description === '' ? endpointHost(url) : description;
}

function endpointHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
