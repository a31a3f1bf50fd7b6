import type { Implementations } from '../operation/index.ts';
import type { Vault } from '../vault/index.ts';
import { listAttemptsOperation } from './delivery/list-attempts.ts';
import { type TestDeps, testEndpointOperation } from './delivery/test-endpoint.ts';
import { changeEndpointOperation } from './endpoints/change-endpoint.ts';
import { deleteEndpointOperation } from './endpoints/delete-endpoint.ts';
import type { Reach } from './endpoints/endpoint-fields.ts';
import type { NotifyEndpoints } from './endpoints/endpoint-notice.ts';
import { listEndpointsOperation } from './endpoints/list-endpoints.ts';
import { readEndpointOperation } from './endpoints/read-endpoint.ts';
import { registerEndpointOperation } from './endpoints/register-endpoint.ts';
import { rotateSecretOperation } from './endpoints/rotate-secret.ts';
import { prepareBackfill } from './messages/backfill.ts';
import { listEventsOperation } from './messages/list-events.ts';
import { listMessagesOperation } from './messages/list-messages.ts';
import { publishOperationalEvents } from './messages/publish-operational-events.ts';
import { readEventOperation } from './messages/read-event.ts';
import { replayMessagesOperation } from './messages/replay-messages.ts';
import { skipMessageOperation } from './messages/skip-message.ts';

interface Deps {
  readonly vault: Vault;
  readonly webhooks: Omit<TestDeps, 'vault'> & { readonly reach: Reach };
}

export function webhookOperations({ vault, webhooks }: Deps): Implementations {
  const notify: NotifyEndpoints = (tx, owner, endpointId, notice, at) =>
    publishOperationalEvents(tx, vault, owner, endpointId, [notice], at);
  return {
    rest: [
      registerEndpointOperation({ vault, reach: webhooks.reach, prepareBackfill, notify }),
      listEndpointsOperation,
      readEndpointOperation,
      changeEndpointOperation({ vault, reach: webhooks.reach, notify }),
      deleteEndpointOperation,
      rotateSecretOperation({ vault, notify }),
      testEndpointOperation({ ...webhooks, vault }),
      listAttemptsOperation(vault),
      listMessagesOperation,
      replayMessagesOperation,
      skipMessageOperation,
      listEventsOperation,
      readEventOperation,
    ],
  };
}
