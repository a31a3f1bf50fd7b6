import type pg from 'pg';
import type { Logger } from 'pino';
import { type Database, statement } from '../../storage/index.ts';
import { OUTBOX_CHANNEL } from '../outbox-channel.ts';

const RETRY_MS = 1_000;

const LISTEN = {
  [OUTBOX_CHANNEL]: statement('outbox.listen', `listen ${OUTBOX_CHANNEL}`),
  cardwright_screening: statement('outbox.listen-for-screening', 'listen cardwright_screening'),
};

export interface Listener {
  stop(): Promise<void>;
}

/**
 * Listens for committed messages: this server reports its own by a call, and others by notifications on a separate
 * connection. A broken connection is reopened. Notifications in between are lost, so `onNotice` is also called for each
 * new connection.
 */
export function listenForMessages(
  database: Database,
  logger: Logger,
  onNotice: () => void,
  channel: keyof typeof LISTEN = OUTBOX_CHANNEL,
): Listener {
  const removeListener = database.onWake(channel, onNotice);
  let isStopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const open = async (): Promise<void> => {
    const opened = await database.connect({ unlimited: true });
    opened.on('notification', onNotice);
    opened.once('error', () => {
      void opened.end().catch(() => {});
      again();
    });
    client = opened;
    await opened.query(LISTEN[channel].text);
    onNotice();
  };
  const again = (): void => {
    client = undefined;
    if (isStopped) return;
    clearTimeout(retry);
    retry = setTimeout(() => {
      opening = attempt();
    }, RETRY_MS);
    retry.unref();
  };
  const attempt = async (): Promise<void> => {
    try {
      await open();
    } catch (error) {
      logger.warn({ err: error }, `cannot listen on the database channel ${channel}; polling until it works again`);
      await client?.end().catch(() => {});
      again();
    }
  };
  let opening = attempt();

  return {
    stop: async () => {
      isStopped = true;
      removeListener();
      clearTimeout(retry);
      await opening;
      clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}
