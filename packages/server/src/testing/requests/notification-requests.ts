import { signTestMessage } from '@cardwright/sdk';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import { openVault, sandboxKeys } from '../../platform/vault/index.ts';
import { RECEIVING_BANKS } from '../notifications.ts';
import type { Answer, TestServer } from '../test-server.ts';

export const RECEIVING_PATH = '/V2/webhook/TokenNotification';

/** Adds the banks of {@link RECEIVING_BANKS} to those of the server. */
export async function addReceivingBanks({ db, dataDir, server }: TestServer): Promise<void> {
  const vault = await openVault(db.database, await sandboxKeys(dataDir));
  await applyConfiguration(db.database, RECEIVING_BANKS, { sandbox: true, vault });
  await server.periodicJobs.runDue();
}

interface How {
  as?: string | undefined;
  headers?: Record<string, string>;
  url?: string;
}

export interface NotificationRequests {
  /** Sends a message with an access token, by default of demo-bank. */
  send(message: unknown, how?: How): Promise<Answer>;
  /** Sends a message with a signature, as the network does. */
  sendSigned(message: unknown, key: string, how?: How): Promise<Answer>;
  /** Returns the ids of the notifications that the caller's bank received. */
  received(as: string): Promise<string[]>;
}

/** Sends notifications to banks of the test file's server. */
export function notificationsTo(current: () => TestServer): NotificationRequests {
  return {
    send: (message, { as = 'demo-bank', headers = {}, url = RECEIVING_PATH } = {}) =>
      current().request({ method: 'POST', url, as, headers, payload: message as object }),
    sendSigned: (message, key, { as, headers = {}, url = RECEIVING_PATH } = {}) => {
      const signed = signTestMessage({ secret: key, notification: message });
      return current().request({
        method: 'POST',
        url,
        ...(as !== undefined && { as }),
        headers: { ...signed.headers, ...headers },
        payload: signed.body,
      });
    },
    received: async (as) => {
      const { json } = await current().request({ method: 'GET', url: `${RECEIVING_PATH}?limit=200`, as });
      return (json.notifications as { id: string }[]).map(({ id }) => id);
    },
  };
}
