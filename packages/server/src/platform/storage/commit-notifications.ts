/** Wakes whoever works on rows that were written, once they are committed. */
export interface CommitNotifications {
  /** Rows were committed for those who listen on the channel: tells them here at once, and other servers soon. */
  committed(channel: string): void;
  on(channel: string, listener: () => void): () => void;
  stop(): void;
}

/**
 * A NOTIFY takes a lock of the whole PostgreSQL server until its transaction is on disk, so transactions that contain one are
 * committed one after the other, whichever bank they belong to. So it is sent apart from them, and each server sends two a
 * second for a channel at most. Nothing depends on it: whoever listens looks by itself each second too.
 */
const NOTIFY_EVERY_MS = 500;

export function createCommitNotifications(
  notify: (channel: string) => Promise<unknown>,
  everyMs: number = NOTIFY_EVERY_MS,
): CommitNotifications {
  const listeners = new Map<string, Set<() => void>>();
  /** Channels for which a NOTIFY was sent a moment ago, and whether one more is due. */
  const pausing = new Map<string, { timer: NodeJS.Timeout; isDue: boolean }>();
  let isStopped = false;

  const tellOthers = (channel: string): void => {
    const pause = pausing.get(channel);
    if (pause !== undefined) {
      pause.isDue = true;
      return;
    }
    const timer = setTimeout(() => {
      const isDue = pausing.get(channel)?.isDue === true;
      pausing.delete(channel);
      if (isDue) tellOthers(channel);
    }, everyMs).unref();
    pausing.set(channel, { timer, isDue: false });
    // they find it by looking
    notify(channel).catch(() => {});
  };
  return {
    committed(channel) {
      if (isStopped) return;
      for (const listener of listeners.get(channel) ?? []) listener();
      tellOthers(channel);
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
