/** Notifies the workers of committed rows. */
export interface CommitNotifications {
  /**
   * Reports a commit for the channel: calls the listeners of this process at once, and notifies other servers shortly
   * after.
   */
  committed(channel: string): void;
  on(channel: string, listener: () => void): () => void;
  stop(): void;
}

/**
 * A NOTIFY locks the whole PostgreSQL server until its transaction is on disk, so transactions that contain one commit
 * one after the other, for all banks. So it is sent separately, and each server sends at most two a second for a
 * channel. Nothing depends on it, because each listener also polls every second.
 */
const NOTIFY_EVERY_MS = 500;

export function createCommitNotifications(
  notify: (channel: string) => Promise<unknown>,
  everyMs: number = NOTIFY_EVERY_MS,
): CommitNotifications {
  const listeners = new Map<string, Set<() => void>>();
  /** Channels with a recent NOTIFY, and whether another one is due. */
  const pausing = new Map<string, { timer: NodeJS.Timeout; isDue: boolean }>();
  let isStopped = false;

  const notifyServers = (channel: string): void => {
    const pause = pausing.get(channel);
    if (pause !== undefined) {
      pause.isDue = true;
      return;
    }
    const timer = setTimeout(() => {
      const isDue = pausing.get(channel)?.isDue === true;
      pausing.delete(channel);
      if (isDue) notifyServers(channel);
    }, everyMs).unref();
    pausing.set(channel, { timer, isDue: false });
    // listeners find the rows by polling
    notify(channel).catch(() => {});
  };
  return {
    committed(channel) {
      if (isStopped) return;
      for (const listener of listeners.get(channel) ?? []) listener();
      notifyServers(channel);
    },
    on(channel, listener) {
      const own = listeners.get(channel) ?? new Set();
      listeners.set(channel, own.add(listener));
      return () => void own.delete(listener);
    },
    stop() {
      isStopped = true;
      for (const { timer } of pausing.values()) clearTimeout(timer);
    },
  };
}
